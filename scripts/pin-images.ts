// Prints the table of images with the digests of now, for SERVICES_IMAGES: machines of clouds need them. With a file, of that table.
// Usage: npm run --silent images:pin [-- FILE] > images.json
import { readFile } from 'node:fs/promises';
import { defaultImages, parseImages, pinImages } from '../packages/provisioning/src/index.ts';

const [, , file] = process.argv;
const images = file === undefined ? defaultImages : parseImages(await readFile(file, 'utf8'));
console.log(JSON.stringify(await pinImages(images), null, 2));
