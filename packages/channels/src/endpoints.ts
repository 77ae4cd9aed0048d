/** Addresses of vendors with one address for everyone; an operator may name a gateway instead. */
export interface ChannelEndpoints {
  /** Followed by `/bot<token>/sendMessage`. */
  readonly telegram: string;
  /** The complete URL. */
  readonly pagerduty: string;
  /** Up to `/alert`, or the host alone; followed by the key. */
  readonly splunk: string;
  /** Followed by `/pages`. */
  readonly statuspage: string;
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
