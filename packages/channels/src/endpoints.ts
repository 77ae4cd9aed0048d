/** Where the vendors listen whose address is the same for everybody; an operator may name a gateway instead. */
export interface ChannelEndpoints {
  /** `/bot<token>/sendMessage` comes after it. */
  readonly telegram: string;
  /** The whole address. */
  readonly pagerduty: string;
  /** Up to `/alert`, or the host alone; the key comes after it. */
  readonly splunk: string;
  /** `/pages` comes after it. */
  readonly statuspage: string;
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
