;; Counts the words of a text file as map and reduce tasks do (listing 15 of the paper):
;;   hocket run examples/flow/wordcount examples/flow/wordcount/wordcount.clj LICENSE
(require '[clojure.string :as string]
         '[hocket.flow :refer [flow]])

(flow :import [MapTask ReduceTask])

(def text (first *command-line-args*))
(when-not text
  (binding [*out* *err*] (println "Which text? Name a file, as in the comment of wordcount.clj."))
  (System/exit 2))
(def folder (java.nio.file.Files/createTempDirectory "wordcount"
                                                     (make-array java.nio.file.attribute.FileAttribute 0)))

;; The map task: chunks of the text go through the functions like items on a belt.
(def chunks
  (flow {:sections [["read-dfs"] ["parse-chunk" "map" "sort" "serialize" "compress"] ["store-disk"]]}
    (-> text read-dfs parse-chunk map sort serialize compress (store-disk folder))))

;; The reduce task.
(def sums
  (flow (-> folder fetch-map-results deserialize merge reduce serialize compress (store-dfs folder))))

(defn lines [file]
  (with-open [in (java.util.zip.GZIPInputStream. (java.nio.file.Files/newInputStream
                                                  file (make-array java.nio.file.OpenOption 0)))]
    (string/split-lines (slurp in))))

(println chunks "chunks")
(doseq [[word times] (take 5 (sort-by (comp - parse-long second) (map #(string/split % #" ") (lines sums))))]
  (println word times))

(doseq [file (reverse (file-seq (.toFile folder)))]
  (.delete file))
