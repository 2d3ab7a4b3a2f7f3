import { go } from '../shell/route';
import { Store } from '../shell/store';

/** The image that the view of photos reads next. */
export const photos = new Store<Blob | undefined>(undefined);

/** Whether a file is an image that may show a puzzle. Drawings in SVG are texts. */
export const isPhoto = ({ type }: Blob): boolean => type.startsWith('image/') && type !== 'image/svg+xml';

/** Reads an image in the view of photos. */
export function openPhoto(image: Blob): void {
  photos.value = image;
  go('photo');
}
