/** An annotation and its processor. */
module org.example.names {
  requires java.compiler;

  exports org.example.names;

  provides javax.annotation.processing.Processor with
      org.example.names.NameProcessor;
}
