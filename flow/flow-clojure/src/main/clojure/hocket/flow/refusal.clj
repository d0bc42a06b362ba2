(ns hocket.flow.refusal
  "Errors with a position: the file, line and column of the form that cannot become a graph."
  (:import (clojure.lang Compiler$CompilerException)
           (dev.hocket.flow.graph FlowException Position)))

(defn position
  "Returns the position of a form. The reader attaches it only to lists, and macros often lose it; then it is
  the position of the enclosing form."
  ^Position [form {:keys [file around]}]
  (let [{:keys [line column]} (meta form)]
    (if line
      (Position. file line (or column 0))
      around)))

(defn file-name
  "Returns the name of the file that is being compiled, as the reader knows it."
  []
  (let [file (str *file*)]
    (if (= file "NO_SOURCE_PATH") "REPL" file)))

(defn refuse
  "Throws a FlowException whose message, the concatenated words, states the mistake and the way out."
  [^Position position & words]
  (throw (FlowException. position (apply str words))))

(defn cause-of-expansion
  "Unwraps the exception that a macro threw from the compiler's exceptions."
  ^Throwable [^Throwable thrown]
  (if (and (instance? Compiler$CompilerException thrown) (.getCause thrown))
    (recur (.getCause thrown))
    thrown))
