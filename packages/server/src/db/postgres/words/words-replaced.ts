/** What was listed is gone meanwhile: its words are elsewhere. */
export class WordsReplaced extends Error {}
