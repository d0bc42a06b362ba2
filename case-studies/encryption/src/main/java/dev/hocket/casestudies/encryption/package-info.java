/**
 * A service that encrypts the texts that clients post over HTTP, after the case study of paper 1
 * (section 5.2).
 *
 * <p>The {@link dev.hocket.casestudies.encryption.Front} reads requests and writes answers, on
 * Jetty's connector. Each {@link dev.hocket.casestudies.encryption.Post} goes to the handler, which
 * is the program {@code EncryptionService} beside this package: it carries the directives, and is
 * compiled by Hocket when the service starts. {@link dev.hocket.casestudies.encryption.Idea} is the
 * cipher that it uses.
 */
package dev.hocket.casestudies.encryption;
