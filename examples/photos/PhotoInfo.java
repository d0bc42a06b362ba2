package photos;

import java.net.URI;

/**
 * One search result.
 *
 * @param id the name of the photo on the server
 * @param title the text under the thumbnail
 * @param uri the address of the JPEG
 */
record PhotoInfo(String id, String title, URI uri) {}
