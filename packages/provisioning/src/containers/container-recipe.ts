import type { Credentials, ServerCertificate, ServiceSize, SolutionSlug } from '@notafter/domain';
import type { ContainerFile } from '../archives/tar.ts';
import type { ServiceImage } from './images.ts';

/** Where our files are in a container. */
export const FILES = '/etc/notafter';
export const TLS_FILES = {
  certificate: `${FILES}/tls/server.crt`,
  key: `${FILES}/tls/server.key`,
  authority: `${FILES}/tls/ca.crt`,
};
/** Of a container: engines name data after it. */
export const HOSTNAME = 'notafter';
export const PASSWORD_FILE = `${FILES}/password`;

export interface RecipeInput {
  readonly size: ServiceSize;
  readonly credentials: Credentials;
  /** Of the image's server. */
  readonly uid: number;
}

export interface ContainerContents {
  readonly command: readonly string[];
  /** Shown by the engine to everyone who may use it: without secrets, if the image allows. */
  readonly environment: Readonly<Record<string, string>>;
  /** Beside certificate and key. */
  readonly files: readonly ContainerFile[];
}

/** How an engine runs in a container of its official image. */
export interface ContainerRecipe {
  readonly solution: SolutionSlug;
  /** The port inside for each `SolutionPort.name`; TLS on every one. */
  readonly insidePorts: Readonly<Record<string, number>>;
  contents(input: RecipeInput): ContainerContents;
  /** Where the data of a backup goes, below the image's folder for data. Absent: there. */
  readonly dataFolder?: (image: ServiceImage) => string;
  /** Why the data of a process can't be read in a container, a sentence. Absent: it can. */
  readonly againstProcessData?: string;
  /** Whether a new certificate needs a restart. */
  readonly isRestartedForCertificate: boolean;
  /** Null: the image's own limit. */
  readonly openFiles: number | null;
}

export type ContainerRecipes = Readonly<Partial<Record<SolutionSlug, ContainerRecipe>>>;

export const certificateFiles = ({ certificate, key, authority }: ServerCertificate, uid: number): ContainerFile[] => [
  { path: TLS_FILES.certificate, text: certificate, mode: 0o644, uid: 0 },
  { path: TLS_FILES.key, text: key, mode: 0o600, uid },
  { path: TLS_FILES.authority, text: authority, mode: 0o644, uid: 0 },
];

export const passwordFile = ({ password }: Credentials, uid: number): ContainerFile => ({
  path: PASSWORD_FILE,
  text: password,
  mode: 0o400,
  uid,
});
