package dev.hocket.flow.functions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the classes of a package in folders and jars. */
final class PackageScan {
  private static final String CLASS = ".class";

  private PackageScan() {}

  static Set<Class<?>> classes(ClassLoader loader, String name) {
    String folder = name.replace('.', '/');
    Set<String> found = new TreeSet<>();
    try {
      for (URL place : Collections.list(loader.getResources(folder))) {
        found.addAll(files(place, folder));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Set<Class<?>> classes =
        found.stream()
            .filter(file -> file.endsWith(CLASS) && !file.contains("-"))
            .map(file ->
                load(loader, name + "." + file.substring(0, file.length() - CLASS.length())))
            .collect(Collectors.toSet());
    if (classes.isEmpty()) {
      throw new IllegalArgumentException(
          "package "
              + name
              + " has no classes on the class path; compile them, or correct the name");
    }
    return classes;
  }

  private static Set<String> files(URL place, String folder) throws IOException {
    switch (place.getProtocol()) {
      case "file" -> {
        try (Stream<Path> files = Files.list(Path.of(new URI(place.toString())))) {
          return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        } catch (URISyntaxException e) {
          throw new IOException(e);
        }
      }
      case "jar" -> {
        JarURLConnection jar = (JarURLConnection) place.openConnection();
        return jar.getJarFile().stream()
            .map(entry -> entry.getName())
            .filter(entry -> entry.startsWith(folder + "/"))
            .map(entry -> entry.substring(folder.length() + 1))
            .filter(entry -> !entry.contains("/"))
            .collect(Collectors.toSet());
      }
      default -> {
        return Set.of();
      }
    }
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
