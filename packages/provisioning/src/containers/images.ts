import { type SolutionSlug, solutionSlugs } from '@notafter/domain';
import { z } from 'zod';

const serviceImage = z.strictObject({
  /** With a digest or a tag; a tag that moves to another major version loses data. */
  image: z.string().min(1),
  /** The version that the catalog shows. */
  version: z.string().min(1),
  /** The user that reads the key: the image's server runs as it. */
  uid: z.int().min(0).max(65_535),
  /** Where the data is; a wrong place puts it into a volume without a name. */
  data: z.string().startsWith('/'),
});
/** A container image that runs a solution. */
export type ServiceImage = z.infer<typeof serviceImage>;
export type ServiceImages = Readonly<Partial<Record<SolutionSlug, ServiceImage>>>;

const official = (name: string, tag: string, uid: number, data: string): ServiceImage => ({
  image: `docker.io/${name}:${tag}`,
  version: tag.replace(/-.*$/, ''),
  uid,
  data,
});

/**
 * The images of the solutions. Tags and not digests: these were chosen without a registry at hand, so each names the newest release
 * of one line, and a service keeps the reference it was created with. An operator who wants digests sets SERVICES_IMAGES.
 */
export const defaultImages: ServiceImages = {
  postgres: official('library/postgres', '18', 999, '/var/lib/postgresql'),
  timescaledb: official('timescale/timescaledb', '2.29.2-pg17', 70, '/var/lib/postgresql/data'),
  mysql: official('library/mysql', '8.4', 999, '/var/lib/mysql'),
  influxdbv1: official('library/influxdb', '1.12', 1500, '/var/lib/influxdb'),
  influxdbv2: official('library/influxdb', '2.9', 1000, '/var/lib/influxdb2'),
  rabbitmq: official('library/rabbitmq', '4.3-management', 999, '/var/lib/rabbitmq'),
  grafana: official('grafana/grafana', '13.2.3', 472, '/var/lib/grafana'),
};

const imagesFile = z.partialRecord(z.enum(solutionSlugs), serviceImage);

/** Reads a table in JSON that replaces the built-in one. Throws an error that names what is wrong. */
export const parseImages = (text: string): ServiceImages => {
  const parsed = imagesFile.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(z.prettifyError(parsed.error));
};

/** The entry of a service's image, as its volume remembers it. Null for anything else. */
export const readStoredImage = (text: string | undefined): ServiceImage | null => {
  if (text === undefined) return null;
  const parsed = serviceImage.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
};
