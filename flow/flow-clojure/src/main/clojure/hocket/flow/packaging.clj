(ns hocket.flow.packaging
  "Compiles the file of a Clojure program to classes, for `hocket package-flow algo.clj`. It requires nothing
  of hocket.flow, so that all of it that the program requires is compiled with it."
  (:require [clojure.java.io :as io])
  (:import (clojure.lang Compiler Compiler$CompilerException LineNumberingPushbackReader Namespace)
           (dev.hocket.flow.graph FlowException)
           (java.io StringReader)))

(defn- main-of
  "Finds the function -main that a file defines."
  [file]
  (first (for [^Namespace each (all-ns)
               :let [found (.findInternedVar each '-main)]
               :when (and found (= file (:file (meta found))))]
           (symbol found))))

(def ^:private begin
  "Stands before a program's text. Clojure loads compiled code in no namespace at all, so a text that does not
  begin with (ns ...) could not require anything."
  "(clojure.core/in-ns 'user) (clojure.core/refer 'clojure.core)\n")

(defn- text-of
  "Reads a file after `begin`; its first line is still line 1."
  [source]
  (doto (LineNumberingPushbackReader. (StringReader. (str begin (slurp source))))
    (.setLineNumber 0)))

(defn compiled
  "Compiles a file, with all that it requires, into a folder. Returns the name of its function -main; nil if
  there is none."
  [file folder]
  (let [source (io/file file)
        known (.getName source)]
    (binding [*compile-path* (str folder)
              *compile-files* true
              *ns* (create-ns 'user)]
      (with-open [text (text-of source)]
        (Compiler/compile text known known)))
    (main-of known)))

(defn message-of
  "Says why a file cannot be compiled, and where; a flow that is refused says where itself."
  [thrown]
  (let [causes (take-while some? (iterate ex-cause thrown))
        refused (first (filter #(instance? FlowException %) causes))
        {:clojure.error/keys [source line column]}
        (ex-data (last (filter #(instance? Compiler$CompilerException %) causes)))]
    (cond
      refused (ex-message refused)
      line (str source ":" line ":" column ": " (ex-message (last causes)))
      :else (ex-message (last causes)))))

(defn -main
  "Compiles a file into a folder, and writes there what begins the program. The JVM ends with 1 if it cannot."
  [file folder]
  (try
    (let [main (compiled file folder)
          init (str (subs (.getName (io/file file)) 0 (- (count (.getName (io/file file))) 4)) "__init")
          notes (io/file folder "META-INF" "hocket")]
      (when-not main
        (throw (IllegalArgumentException.
                (str file " has no function to begin with; write (defn -main [& arguments] ...) around what the"
                     " program does, since its definitions are loaded on each machine"))))
      (.mkdirs notes)
      (spit (io/file notes "flow-first") (str init "\n"))
      (spit (io/file notes "flow-main") (str main "\n")))
    (catch Throwable thrown
      (binding [*out* *err*]
        (println (message-of thrown)))
      (System/exit 1))))
