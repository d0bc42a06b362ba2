(ns flow-server.balanced
  "Listing 11 of the paper: three copies of the pipeline, which get connections in turn."
  (:require [hocket.flow :refer [flow ||]])
  (:import (dev.hocket.casestudies.flowserver Door)))

(flow :import [dev.hocket.casestudies.flowserver.Receiving
               dev.hocket.casestudies.flowserver.Loading
               dev.hocket.casestudies.flowserver.Answering])

(def ^:private a-section-each
  [["accept"] [".*/1"] [".*/2"] [".*/3"]])

(defn serve [^Door door _ sections arcs]
  (flow {:as :run :result :none :order :free :sections (or sections a-section-each)
         :arcs (or arcs {})}
    (let [connection (accept door)]
      (|| 3 connection (-> read parse load compose reply)))))
