package photos;

import java.net.URI;

/**
 * One search result.
 *
 * @param id names the photo on the server
 * @param title what stands under the thumbnail
 * @param uri where the JPEG is
 */
record PhotoInfo(String id, String title, URI uri) {}
