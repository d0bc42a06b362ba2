(ns flow-server.by-resource
  "Listing 14 of the paper: pages from memory do not wait for pages from the disk."
  (:require [hocket.flow :refer [flow]])
  (:import (dev.hocket.casestudies.flowserver Door Pages)
           (java.util.concurrent ConcurrentMap)))

(flow :import [dev.hocket.casestudies.flowserver.Receiving
               dev.hocket.casestudies.flowserver.Loading
               dev.hocket.casestudies.flowserver.Answering])

(def ^:private a-section-for-each-branch
  [["accept"] ["read" "parse-path"] ["load-ram" "compose#1" "reply#1"] ["load-hd" "compose#2" "reply#2"]])

(defn serve [^Door door ^Pages pages sections arcs]
  (let [^ConcurrentMap news (.inMemory pages "/news/")]
    (flow {:as :run :result :none :order :free :sections (or sections a-section-for-each-branch)
           :arcs (or arcs {})}
      (let [[path resource-ref] (-> door accept read parse-path)]
        (if (.containsKey news path)
          (-> resource-ref (load-ram news) compose reply)
          (-> resource-ref (load-hd pages) compose reply))))))
