/**
 * Best first. `M`: the certificate is for another name. `T`: it is not trusted. Both say that the rest does not matter,
 * as in the SSL Server Rating Guide.
 */
export const grades = ['A+', 'A', 'A-', 'B', 'C', 'D', 'E', 'F', 'M', 'T'] as const;
export type Grade = (typeof grades)[number];

const letters: readonly (readonly [from: number, grade: Grade])[] = [
  [80, 'A'],
  [65, 'B'],
  [50, 'C'],
  [35, 'D'],
  [20, 'E'],
];

/** SSL Server Rating Guide, "Overall rating": the letter that a score has by itself. */
export const letterOf = (score: number): Grade => letters.find(([from]) => score >= from)?.[1] ?? 'F';

/** The worse of two. */
export const worseGrade = (one: Grade, other: Grade): Grade => (grades.indexOf(one) > grades.indexOf(other) ? one : other);

/** Grades whose score is 0: a number above it would read as if something were in order. */
export const isWithoutPoints = (grade: Grade): boolean => grade === 'F' || grade === 'M' || grade === 'T';
