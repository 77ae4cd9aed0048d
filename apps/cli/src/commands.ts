import type { ProbeTarget, TargetParts } from '@notafter/domain';
import type { CommandName } from './command-names.ts';

export interface CheckCommand {
  readonly name: 'check';
  /** As typed and as parsed; empty if the list is on stdin. */
  readonly targets: readonly { readonly text: string; readonly target: ProbeTarget }[];
  /** Parts that options give to every target, for the lines of stdin. */
  readonly parts: TargetParts;
  readonly caFile: string | null;
  /** For one target in total. */
  readonly timeoutMs: number;
  readonly allAddresses: boolean;
  readonly json: boolean;
  readonly warnDays: number;
  readonly critDays: number;
  readonly policyFile: string | null;
}

export type VerifyProfile = 'browser' | 'strict';

export interface VerifyCommand {
  readonly name: 'verify';
  readonly chainFile: string;
  readonly host: string | null;
  readonly caFile: string | null;
  readonly crlFile: string | null;
  /** null means now. */
  readonly at: Date | null;
  readonly profile: VerifyProfile;
  readonly purpose: 'server' | 'client';
  /** Intermediates allowed by the strict profile; null for no limit. */
  readonly maxDepth: number | null;
  /** Whether the text lists the rules that clients forgive; the strict profile always does. */
  readonly lint: boolean;
  readonly json: boolean;
}

export interface ScanCommand {
  readonly name: 'scan';
  readonly target: ProbeTarget;
  readonly caFile: string | null;
  readonly timeoutMs: number;
  readonly json: boolean;
}

export interface PreflightCommand {
  readonly name: 'preflight';
  /** A-labels; `*.` before wildcards. */
  readonly names: readonly [string, ...string[]];
  /** A CAA identifier; null: that of the certificate that is served. */
  readonly issuer: string | null;
  /** `ip` or `ip:port`; null: the system's. */
  readonly resolver: string | null;
  readonly json: boolean;
}

export interface ApplyCommand {
  readonly name: 'apply';
  /** `-` for stdin. */
  readonly file: string;
  readonly stack: string;
  readonly prune: boolean;
  readonly planOnly: boolean;
  /** Applies without a question. */
  readonly yes: boolean;
  readonly json: boolean;
  /** Prints the JSON schema of files, and does nothing else. */
  readonly schema: boolean;
}

export interface ExportCommand {
  readonly name: 'export';
  readonly stack: string;
}

export interface AddCommand {
  readonly name: 'add';
  readonly added:
    | { readonly kind: 'endpoint'; readonly domain: string }
    /** `-` for stdin. */
    | { readonly kind: 'upload'; readonly file: string; readonly name: string | null }
    | { readonly kind: 'date'; readonly name: string; readonly expires: Date; readonly issuer: string | null };
  readonly tags: Readonly<Record<string, string>>;
  readonly json: boolean;
}

export type Command =
  | CheckCommand
  | VerifyCommand
  | ScanCommand
  | PreflightCommand
  | AddCommand
  | ApplyCommand
  | ExportCommand
  | { readonly name: 'mcp' }
  | { readonly name: 'help'; readonly topic: CommandName | null }
  | { readonly name: 'version' };
