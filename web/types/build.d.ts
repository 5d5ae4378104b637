// build.js, which the build writes beside lplab.js.

/** The address of the program, from lplab.js. */
export const program: string;
/** The address of the solver's directory, with "/" at its end. */
export const solver: string;
/** Where the service of short links is, "" where the site can have none. */
export const links: string;
