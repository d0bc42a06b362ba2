package org.example.names;

/** Makes the processor generate a class TypeName, whose constant NAME is the name of the type. */
public @interface Named {}
