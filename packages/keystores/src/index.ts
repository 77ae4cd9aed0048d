export { ReaderError, type ReadOptions, readFiles } from './read-files.ts';
export { runReader } from './reader/run-reader.ts';
export type { FileFormat, FileProblem, FileReading, FileSource, FoundCertificate, KubernetesSource } from './reading.ts';
export { unpackCertificates } from './unpack.ts';
