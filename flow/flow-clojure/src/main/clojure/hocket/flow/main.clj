(ns hocket.flow.main
  "Runs the file of a Clojure program, for `hocket run algo.clj`."
  (:require [clojure.java.io :as io]
            [hocket.flow])
  (:import (clojure.lang Compiler Compiler$CompilerException Namespace)
           (dev.hocket.flow.graph FlowException)))

(defn- causes [thrown]
  (take-while some? (iterate ex-cause thrown)))

(defn- report
  "Prints a failure: a mistake in a text with its position, an exception of the program as java prints it."
  [thrown]
  (let [wrapped (last (filter #(instance? Compiler$CompilerException %) (causes thrown)))
        refused (first (filter #(instance? FlowException %) (causes thrown)))
        {:clojure.error/keys [phase source line column]} (ex-data wrapped)
        ^Throwable root (or (some-> wrapped ex-cause) thrown)]
    (cond
      refused (println (ex-message refused))
      (contains? #{nil :execution} phase) (.printStackTrace root (java.io.PrintWriter. *out* true))
      :else (println (str source ":" line ":" column ": " (ex-message root))))))

(defn- main-of
  "Finds the function -main that a file has defined; nil if there is none."
  [file]
  (first (for [^Namespace each (all-ns)
               :let [found (.findInternedVar each '-main)]
               :when (and found (= file (:file (meta found))))]
           found)))

(defn run
  "Loads a file, and calls the function -main if it defines one. Returns false if it throws; the exception is printed on *err*."
  [file arguments]
  (try
    (binding [*command-line-args* arguments]
      (with-open [text (io/reader file)]
        (Compiler/load text file (.getName (io/file file))))
      (when-let [main (main-of file)]
        (apply main arguments)))
    true
    (catch Throwable thrown
      (flush)
      (binding [*out* *err*]
        (report thrown))
      false)))

(defn -main
  "Runs a file with the arguments as *command-line-args*. The JVM ends with 1 if it throws."
  [file & arguments]
  (when-not (run file arguments)
    (System/exit 1)))
