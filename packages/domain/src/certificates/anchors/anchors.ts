import type { AnchorSetId } from '../../ids.ts';

/** Certificates that a chain may end at besides the public roots and the operator's, as a probe takes them. */
export interface TrustAnchors {
  /** Equal for equal certificates. */
  readonly digest: string;
  /** The certificates one after another. */
  readonly pem: string;
}

/** Sets of an organization. */
export const ANCHOR_SETS_MAX = 20;
/** Certificates of a set. */
export const ANCHORS_MAX = 100;
export const ANCHOR_SET_NAME_MAX_LENGTH = 100;
/** Tags with anchors. */
export const ANCHOR_TAGS_MAX = 200;

/** Trusted besides the public roots: the anchors of a set, or nothing. */
export type AnchorChoice = AnchorSetId | 'public';

/** Where a certificate's anchors come from. */
export const anchorOrigins = ['certificate', 'tag', 'organization'] as const;
export type AnchorOrigin = (typeof anchorOrigins)[number];

/** The choices that concern one certificate; null: none was made. */
export interface AnchorChoices {
  readonly certificate: AnchorChoice | null;
  /** Of its tags. */
  readonly tags: readonly AnchorChoice[];
  readonly organization: AnchorChoice | null;
}

/** The sets that a certificate is judged by; without any, the public roots and the operator's alone. */
export interface AnchorsInForce {
  /** Null: nothing was chosen. */
  readonly from: AnchorOrigin | null;
  readonly setIds: readonly AnchorSetId[];
}

const setIdsOf = (choices: readonly AnchorChoice[]): AnchorSetId[] =>
  [...new Set(choices.flatMap((choice) => (choice === 'public' ? [] : [choice])))].sort();

/**
 * Returns the sets in force: the certificate's own choice, else those of its tags, else the organization's. Several tags add up, and
 * one that chooses the public roots adds nothing.
 */
export const anchorsInForce = ({ certificate, tags, organization }: AnchorChoices): AnchorsInForce => {
  if (certificate !== null) return { from: 'certificate', setIds: setIdsOf([certificate]) };
  if (tags.length > 0) return { from: 'tag', setIds: setIdsOf(tags) };
  return organization === null ? { from: null, setIds: [] } : { from: 'organization', setIds: setIdsOf([organization]) };
};
