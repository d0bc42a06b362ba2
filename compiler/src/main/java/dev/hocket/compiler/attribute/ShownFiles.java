package dev.hocket.compiler.attribute;

import java.io.IOException;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * A file manager for files whose content Hocket has changed. javac's own file manager accepts only
 * its own file objects, so each is unwrapped before it goes back there.
 */
public class ShownFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
  /** Wraps javac's own file manager. */
  protected ShownFiles(StandardJavaFileManager files) {
    super(files);
  }

  /** The user's file behind another content. */
  protected static FileObject original(FileObject file) {
    return file instanceof ShownFile shown ? shown.original() : file;
  }

  private static JavaFileObject original(JavaFileObject file) {
    return file instanceof ShownFile shown ? shown.original() : file;
  }

  @Override
  public String inferBinaryName(Location location, JavaFileObject file) {
    return super.inferBinaryName(location, original(file));
  }

  @Override
  public boolean isSameFile(FileObject a, FileObject b) {
    return super.isSameFile(original(a), original(b));
  }

  @Override
  public boolean contains(Location location, FileObject file) throws IOException {
    return super.contains(location, original(file));
  }

  @Override
  public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
    return super.getLocationForModule(location, original(file));
  }
}
