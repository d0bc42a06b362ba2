package dev.hocket.casestudies.http;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance.Violation;

/** The four forms of a request target (section 3.2 of RFC 9112). Pure functions. */
final class Targets {
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[\\w.~-]+):\\d{1,5}");

  /**
   * An encoded percent sign is ambiguous to a program that decodes twice; here a path is decoded
   * once. Every other form that programs interpret differently is refused, and so is every path
   * that could lead out of a directory.
   */
  private static final Set<Violation> HARMLESS = EnumSet.of(Violation.AMBIGUOUS_PATH_ENCODING);

  private static final char DEL = 0x7F;

  private Targets() {}

  /** Returns the printable target, or empty if the method cannot have it. */
  static Optional<HttpURI> parse(String method, String target) {
    return switch (method) {
      case "CONNECT" ->
          AUTHORITY.matcher(target).matches() ? uri(method, target) : Optional.empty();
      case "OPTIONS" -> target.equals("*") ? uri(method, target) : originOrAbsolute(method, target);
      default -> originOrAbsolute(method, target);
    };
  }

  private static Optional<HttpURI> originOrAbsolute(String method, String target) {
    boolean absolute = isAbsolute(target, "http://") || isAbsolute(target, "https://");
    if (!absolute && !target.startsWith("/")) {
      return Optional.empty();
    }
    return checked(method, target, absolute)
        .flatMap(uri ->
            target.indexOf(';') < 0
                ? Optional.of(uri)
                : checked(method, withEncodedSemicolons(target), absolute));
  }

  private static Optional<HttpURI> checked(String method, String target, boolean absolute) {
    return uri(method, target)
        .filter(uri -> HARMLESS.containsAll(uri.getViolations()))
        .filter(uri -> !absolute || (uri.getHost() != null && !uri.getHost().isEmpty()));
  }

  /**
   * Encodes the semicolons of a target's path. Jetty reads a semicolon and the rest of the segment
   * as a parameter: it refuses {@code ..;}, but otherwise does not check the parameter and omits it
   * from the decoded path. For RFC 3986 (section 3.3) and for a file system it is a part of the
   * name.
   */
  private static String withEncodedSemicolons(String target) {
    String path = target.split("[?#]", 2)[0];
    return path.replace(";", "%3B") + target.substring(path.length());
  }

  private static boolean isAbsolute(String target, String scheme) {
    return target.regionMatches(true, 0, scheme, 0, scheme.length());
  }

  /**
   * Whether a target has only printable ASCII. Jetty's parser lets DEL and bytes beyond ASCII
   * through, but not always the same ones.
   */
  static boolean isPrintable(String target) {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= DEL) {
        return false;
      }
    }
    return true;
  }

  private static Optional<HttpURI> uri(String method, String target) {
    try {
      return Optional.of(HttpURI.from(method, target));
    } catch (IllegalArgumentException ignored) {
      // Jetty reports dot segments above the root, NUL, and percent signs without two digits only
      // by this exception.
      return Optional.empty();
    }
  }
}
