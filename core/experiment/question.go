package experiment

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Words are the text and the questions of a step. Texts are Markdown with TeX between dollars
// (web/lesson/guide.js).
type Words struct {
	Text      string     `json:"text"`
	Questions []Question `json:"questions,omitempty"`
	// Goal is what the result is to reach, such as "selected=6 r2.test>=0.9"; "" for nothing.
	Goal string `json:"goal,omitempty"`
}

// Question is a question to the reader at a step.
type Question struct {
	Kind    string   `json:"kind"` // one of the Ask constants
	Text    string   `json:"text"`
	Options []string `json:"options,omitempty"` // of a choice
	// Answer is the number, graded to the digits that it is written with, or the right option,
	// or a model answer; "": the reader's answer is not graded.
	Answer string `json:"answer,omitempty"`
	Hint   string `json:"hint,omitempty"`
}

// Kinds of questions.
const (
	AskNumber = "number"
	AskChoice = "choice"
	AskWords  = "words"
)

// Limits of questions.
const (
	maxQuestions = 10  // of a step
	maxOptions   = 10  // of a choice
	maxOption    = 200 // characters
)

// GoalMeasures are the numbers of a result that a goal may name. web/lesson/measures.js has their labels.
var GoalMeasures = []string{
	"selected", "nonzero", "found", "missed", "false", "count", "norm", "share", "r2.train", "r2.validation", "r2.test", "mse.train", "mse.test",
	"accuracy.train", "accuracy.validation", "accuracy.test", "support", "gap", "iterations", "entries", "gamma", "stable", "steady",
}

// readWords reads the text, the questions and the goal of a step.
func readWords(o *object, path string) (w Words, bad *FieldError) {
	if w.Text, bad = wordsAt(o, path, "text", 0); bad != nil {
		return w, bad
	}
	if v, given := o.values["questions"]; given {
		list, ok := v.([]any)
		if !ok || len(list) > maxQuestions {
			return w, &FieldError{path + ".questions", quoteValue(v), fmt.Sprintf("it must be a list of at most %d questions", maxQuestions)}
		}
		if w.Questions, bad = readItems(list, path+".questions", func(i int, item any) (Question, *FieldError) {
			return readQuestion(item, element(path+".questions", i))
		}); bad != nil {
			return w, bad
		}
	}
	if v, given := o.values["goal"]; given {
		w.Goal, _ = v.(string)
		if problem := checkGoal(w.Goal); problem != "" {
			return w, &FieldError{path + ".goal", quoteValue(v), problem}
		}
	}
	return w, nil
}

// wordsAt reads a text of at least the given number of characters; only the key "text" must be given.
func wordsAt(o *object, path, key string, least int) (string, *FieldError) {
	v, given := o.values[key]
	text, ok := v.(string)
	if n := utf8.RuneCountInString(text); ok && n >= least && n <= maxStepText || !given && key != "text" {
		return text, nil
	}
	of := &Field{Path: join(path, key), Kind: Text, Min: float64(least), Max: maxStepText}
	return "", of.require(false, v)
}

func readQuestion(v any, path string) (q Question, bad *FieldError) {
	o, bad := readObject(v, path, "kind", "text", "options", "answer", "hint")
	if bad != nil {
		return q, bad
	}
	if q.Kind, _ = o.values["kind"].(string); !slices.Contains([]string{AskNumber, AskChoice, AskWords}, q.Kind) {
		return q, &FieldError{path + ".kind", quoteValue(o.values["kind"]), "it must be number, choice or words"}
	}
	for _, part := range []struct {
		key   string
		least int
		text  *string
	}{{"text", 1, &q.Text}, {"answer", 0, &q.Answer}, {"hint", 0, &q.Hint}} {
		if *part.text, bad = wordsAt(o, path, part.key, part.least); bad != nil {
			return q, bad
		}
	}
	options, given := o.values["options"]
	list, ok := options.([]any)
	switch {
	case given != (q.Kind == AskChoice) || given && (!ok || len(list) < 2 || len(list) > maxOptions):
		return q, &FieldError{path + ".options", quoteValue(options), fmt.Sprintf("a choice, and nothing else, has a list of 2 to %d options", maxOptions)}
	case q.Kind == AskNumber && q.Answer != "" && !isNumber(q.Answer):
		return q, &FieldError{path + ".answer", quoteValue(q.Answer), "it must be a number, such as 12.5"}
	}
	for i, item := range list {
		option, _ := item.(string)
		if option == "" || utf8.RuneCountInString(option) > maxOption || slices.Contains(q.Options, option) {
			return q, &FieldError{element(path+".options", i), quoteValue(item), fmt.Sprintf("each option must be another text of 1 to %d characters", maxOption)}
		}
		q.Options = append(q.Options, option)
	}
	if q.Kind == AskChoice && q.Answer != "" && !slices.Contains(q.Options, q.Answer) {
		return q, &FieldError{path + ".answer", quoteValue(q.Answer), "it must be one of the options"}
	}
	return q, nil
}

// isNumber reports whether a text is a number in JSON.
func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && json.Valid([]byte(text))
}

// checkGoal returns the problem of a goal; "" for none.
func checkGoal(goal string) string {
	wishes := strings.Fields(goal)
	if len(wishes) == 0 || len(wishes) > 8 {
		return "it must be a text of 1 to 8 conditions, such as selected=6 r2.test>=0.9"
	}
	for _, wish := range wishes {
		name, bound, found := strings.Cut(wish, "=")
		if !found || !isNumber(bound) {
			return wish + " is not a condition; write a number of the result, <=, >= or =, and a bound, such as selected=6"
		}
		if strings.HasSuffix(name, "<") || strings.HasSuffix(name, ">") {
			name = name[:len(name)-1]
		}
		if bad := checkPlace(name, "", "", "number of the result", GoalMeasures); bad != nil {
			return name + ": " + bad.Problem
		}
	}
	return ""
}
