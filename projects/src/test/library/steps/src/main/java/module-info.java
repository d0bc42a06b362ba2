/** Steps that another module awaits. */
module org.example.steps {
  requires transitive dev.hocket.directives;
  requires static org.example.names;

  exports org.example.steps;
}
