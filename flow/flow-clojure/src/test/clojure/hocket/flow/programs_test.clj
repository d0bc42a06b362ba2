(ns hocket.flow.programs-test
  "The programs of the guide's pages on flow and of examples/flow print the output shown there. They are
  compiled and run as `hocket run` does, in this JVM."
  (:require [clojure.java.io :as io]
            [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow.main :as main])
  (:import (clojure.lang Compiler DynamicClassLoader)
           (java.io File StringWriter)
           (java.net URL URLClassLoader)
           (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)
           (javax.tools ToolProvider)))

(def ^:private root (io/file (System/getProperty "hocket.root")))

(defn- temporary-folder ^File []
  (doto (.toFile (Files/createTempDirectory "flow" (make-array FileAttribute 0)))
    (.deleteOnExit)))

(defn- compiled
  "Compiles some Java files; returns the folder of their classes."
  [files]
  (let [classes (temporary-folder)
        said (java.io.ByteArrayOutputStream.)]
    (when (seq files)
      (.run (ToolProvider/getSystemJavaCompiler) nil said said
            (into-array String (into ["-Xlint:all" "-d" (str classes) "-cp" (System/getProperty "java.class.path")]
                                     (map str files)))))
    (is (= "" (str said)))
    classes))

(defn- printed
  "Runs a program; returns what it prints to both outputs."
  [^File classes file arguments]
  (let [out (StringWriter.)
        loader (URLClassLoader. (into-array URL [(io/as-url classes)]) (.getContextClassLoader (Thread/currentThread)))
        ns (do (remove-ns 'user) (create-ns 'user))
        thread (Thread/currentThread)
        before (.getContextClassLoader thread)]
    (try
      (.setContextClassLoader thread loader)
      (with-bindings {#'*out* out #'*err* out #'*ns* ns Compiler/LOADER (DynamicClassLoader. loader)}
        (refer 'clojure.core)
        (main/run (str file) arguments))
      (str out)
      (finally
        (.setContextClassLoader thread before)))))

;; Pages

(def ^:private block #"(?s)```(java|clojure|text)\n(.*?)```")

(defn- programs
  "Lists the Clojure programs of a page, each with the Java above it and its output."
  [page]
  (loop [[[_ language text] & more] (re-seq block (slurp page)), java [], found []]
    (case language
      "java" (recur more (conj java text) found)
      "clojure" (let [[[_ next-language output]] more]
                  (recur more java (conj found {:java java :text text
                                                :output (when (= "text" next-language) output)})))
      "text" (recur more java found)
      nil found)))

(defn- file-with [folder name text]
  (doto (io/file folder name)
    (spit text)))

(defn- class-name [text]
  (second (re-find #"public (?:final )?(?:class|record) (\w+)" text)))

(defn- without-folder [text folder]
  (string/replace text (str folder "/") ""))

(deftest programs-of-pages_print-what-the-pages-say
  (doseq [page (filter #(re-matches #"flow.*\.md" (.getName ^File %))
                       (.listFiles (io/file root "docs/guide")))
          {:keys [java text output]} (programs page)
          :let [folder (temporary-folder)
                sources (mapv #(file-with folder (str (class-name %) ".java") %)
                              (filter #(string/includes? % "dev.hocket.flow") java))
                file (file-with folder (or (second (re-find #"^; (\S+\.clj)\n" text)) "algo.clj") text)]]
    (is (some? output) (str (.getName ^File page) " does not say what this prints: " text))
    (is (= output (without-folder (printed (compiled sources) file []) folder)) (.getName ^File page))))

;; Examples

(defn- files-in [folder extension]
  (filter #(string/ends-with? (.getName ^File %) extension) (.listFiles (io/file folder))))

(deftest examples_print-what-is-expected
  (doseq [^File folder (.listFiles (io/file root "examples/flow"))
          :let [classes (compiled (files-in folder ".java"))]
          file (files-in folder ".clj")]
    (is (= (slurp (io/file folder "expected.txt"))
           (printed classes file [(str (io/file root "LICENSE"))]))
        (str file))))
