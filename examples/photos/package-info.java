/**
 * An image search application: paper 2, section 4.1 and Listing 3, as a whole program.
 *
 * <pre>
 *   hocket run examples/photos            the window stays in use while a search runs
 *   java examples/photos/Main.java        the same files as plain Java: it freezes
 * </pre>
 *
 * {@link photos.PhotoApp} is the application, and the only file with directives in it; {@link
 * photos.PhotoServer} stands in for the Internet and {@link photos.ScriptedUser} for a person.
 */
package photos;
