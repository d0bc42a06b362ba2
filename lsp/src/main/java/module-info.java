/** The language server, which editors start as {@code hocket lsp}. */
@SuppressWarnings("requires-automatic")
module dev.hocket.lsp {
  requires dev.hocket.compiler;
  requires java.logging;
  requires org.eclipse.lsp4j;
  requires org.eclipse.lsp4j.jsonrpc;
  requires com.google.gson;

  exports dev.hocket.lsp;
}
