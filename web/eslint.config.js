// The linter's rules, for all JavaScript of the repository: make check-js.

import js from "@eslint/js";
import globals from "globals";

const workers = ["wasm/kernel/*.js", "wasm/solver/*.js"];
/** The globals that tests add to their pages. */
const testGlobals = ["countSavedEntries", "lab", "longestInspection", "lplabMoments", "lplabTasks", "lplabViolations", "memories", "nextKey", "observedTexts", "reportExecution", "reports", "requestedRuns", "runAll", "secondLab", "timeline", "visitedElements", "vitals", "warmRuns", "workerRequests", "workerSpy"];
const programs = ["web/build/**", "web/test/**", "wasm/edge/**"];

export default [
  { ignores: ["**/node_modules/**", "app/server/load.js", "app/server/offline.js"] }, // the last two are templates
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "eqeqeq": ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "no-implicit-coercion": ["error", { allow: ["!!", "+"] }],
      "no-shadow-restricted-names": "error",
      "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_", caughtErrors: "all", ignoreRestSiblings: true }],
      "no-empty": ["error", { allowEmptyCatch: false }],
      "no-self-compare": "error",
      "no-throw-literal": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-useless-return": "error",
      "object-shorthand": "error",
    },
  },
  { files: workers, languageOptions: { globals: { ...globals.worker, Go: "readonly" } } },
  { files: ["wasm/solver/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["wasm/bundle/worker.js"], languageOptions: { globals: { ...globals.worker, Go: "readonly", lplabRun: "readonly" } } },
  { files: programs, languageOptions: { globals: globals.node } },
  { files: ["web/test/**"], languageOptions: { globals: Object.fromEntries(testGlobals.map((name) => [name, "readonly"])) } },
];
