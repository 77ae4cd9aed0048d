/** Words that docs/conventions.md replaces, in every text and name of the project. */
export interface VoiceRule {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
  /** Legitimate uses: a regular expression of the match with the words around it, and why it stays. */
  readonly allowed?: readonly (readonly [use: RegExp, reason: string])[];
}

export const voiceRules: readonly VoiceRule[] = [
  { pattern: /\bwho(?:m|se)?(?:so)?ever\b/i, instead: 'name the actor' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\b(?:is|are|was|were|be) no (?!longer\b|different\b)/i, instead: '"is not a", or say what is the case' },
  { pattern: /\bno more\b(?! than\b)/i, instead: 'no longer' },
  { pattern: /\bwhere (?:there|it is|they are|none)\b/i, instead: 'if, when' },
  {
    pattern: /\b(?:tell|tells|telling|told|retell|untold)\b/i,
    instead: 'notify, send, say, report, show',
    allowed: [[/\b(?:tell|tells|told|telling)\b(?: \w+){0,4} (?:apart|from)\b/i, 'to tell things apart is plain English']],
  },
  { pattern: /\b(?:re|un)?[tT]ell[A-Z]\w*|\b[a-z]\w*(?:Tell|Told|Telling)(?![a-z])\w*|\btold_/, instead: 'notify, notified' },
  { pattern: /\bstands? (?:in|below|above|beside|behind|on|open)\b/i, instead: 'is in, is below' },
  { pattern: /\bof (?:its|their|his|her|one's) own\b/i, instead: 'its own, a separate' },
  { pattern: /\bat no trusted\b/i, instead: 'not end at a trusted root' },
  { pattern: /\bmend(?:s|ed|ing)?\b|\bmend[A-Z]\w*/, instead: 'fix, repair' },
  { pattern: /\breach(?:es|ed)? (?:nobody|somebody|people)\b/i, instead: 'say who receives what' },
  {
    pattern: /\bin (?:its|their|his) stead\b|\bthereby\b|\bthereof\b|\bwhereupon\b|\bfor ever\b|\bas everywhere\b/i,
    instead: 'plain words',
  },
  { pattern: /\b(?:to|by|for|of|from|with) who\b/i, instead: 'name the actor' },
  { pattern: /(?:\/\*\*|\/\/|^\s*\*) (?:What|Who|Whose) /m, instead: 'a subject that names the thing' },
  { pattern: /^\s*(?:it|describe|test)(?:\.\w+)?\(\s*['"`](?:what|who|whose) /im, instead: 'a subject that names the thing' },
  {
    pattern: /\b\w*(?:[oO]utlet|[rR]ejudge|[hH]urry|[hH]urried|[wW]icked|[sS]paringly|[tT]raveller)\w*\b/,
    instead: 'see the table of names in docs/glossary.md',
    allowed: [[/\bOutlet\b/, 'the component of Remix that shows the route below']],
  },
  {
    pattern:
      /\b(?:roomBelow|holdRunAlone|foundAccount|beginMessage|makeMessage|departureOf|loadReaches|ListPlace|walkProbes|KeptFigures|kept figures|safety valve|safety-valve)\b/i,
    instead: 'see the table of names in docs/glossary.md',
  },
];

/** Characters on each side of a match that an allowed use can include. */
const CONTEXT = 60;

export interface VoiceHit {
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

/** Returns the matches of the rules in a text, except allowed uses. */
export const findVoiceHits = (text: string): readonly VoiceHit[] =>
  voiceRules.flatMap(({ pattern, instead, allowed = [] }) =>
    [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].flatMap((match) => {
      const around = text.slice(Math.max(0, match.index - CONTEXT), match.index + match[0].length + CONTEXT);
      if (allowed.some(([use]) => use.test(around))) return [];
      const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0);
      return [{ line, found: match[0].trim(), instead }];
    }),
  );
