package dev.hocket.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, and of the JDK that it runs on. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"hocket " + ofHocket() + " (JDK " + Runtime.version() + ")"};
  }

  public static String ofHocket() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version");
  }
}
