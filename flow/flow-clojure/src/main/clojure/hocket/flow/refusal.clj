(ns hocket.flow.refusal
  "Errors with a position: the file, line and column of the form that cannot become a graph."
  (:import (clojure.lang Compiler$CompilerException)
           (dev.hocket.flow FlowException Position)))

(defn position
  "The position of a form. The reader notes it on lists alone, and macros often lose it; then it is
  that of the form around."
  ^Position [form {:keys [file around]}]
  (let [{:keys [line column]} (meta form)]
    (if line
      (Position. file line (or column 0))
      around)))

(defn file-name
  "The file that is being compiled, as its reader knows it."
  []
  (let [file (str *file*)]
    (if (= file "NO_SOURCE_PATH") "REPL" file)))

(defn refuse
  "Throws a FlowException: the words, one after the other, are the reason and the way out."
  [^Position position & words]
  (throw (FlowException. position (apply str words))))

(defn cause-of-expansion
  "What a macro threw, without the compiler's wrapping."
  ^Throwable [^Throwable thrown]
  (if (and (instance? Compiler$CompilerException thrown) (.getCause thrown))
    (recur (.getCause thrown))
    thrown))
