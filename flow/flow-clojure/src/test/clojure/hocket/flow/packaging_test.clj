(ns hocket.flow.packaging-test
  "A program's file that is compiled for a jar does what it does when it is run as it is."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow.packaging :as packaging])
  (:import (clojure.lang Compiler)
           (java.net URL URLClassLoader)
           (java.nio.file Files Path)
           (java.nio.file.attribute FileAttribute)))

(defn- compiled
  "Compiles a text; returns what `packaging/compiled` does, and a loader of its classes."
  [name text]
  (let [folder (Files/createTempDirectory "packaging" (make-array FileAttribute 0))
        file (.resolve ^Path folder (str name ".clj"))]
    (Files/writeString file text (make-array java.nio.file.OpenOption 0))
    [(packaging/compiled (str file) (str folder))
     (URLClassLoader. (into-array URL [(.toURL (.toUri ^Path folder))])
                      (.getContextClassLoader (Thread/currentThread)))]))

(defn- load-from [loader class-name]
  (with-bindings {Compiler/LOADER loader}
    (Class/forName class-name true loader)))

(deftest classes-of-a-program-without-a-namespace_require-what-they-use
  (let [[main loader] (compiled "packaged" "(require '[clojure.set :refer [union]])
                                            (defn -main [& arguments] (union #{1} (set arguments)))")]
    (is (= 'user/-main main))
    (ns-unalias 'user 'set)
    (ns-unmap 'user 'union)
    (ns-unmap 'user '-main)
    (load-from loader "packaged__init")
    (is (= #{1 2} ((resolve 'user/-main) 2)))))

(deftest a-mistake_is-told-with-its-place-once
  (let [message #(try (compiled "mistaken" %) (catch Throwable thrown (packaging/message-of thrown)))]
    (is (string/starts-with? (message " (no-such-function 1)") "mistaken.clj:1:2: Unable to resolve"))
    (is (string/starts-with? (message "(require '[hocket.flow :refer [flow]])\n (flow {:no 1} 2)")
                             "mistaken.clj:2:2: a flow has no option"))))
