(ns flow-server.by-resource
  "Listing 14 of the paper: pages from memory do not wait for pages from the disk."
  (:require [hocket.flow :refer [flow]])
  (:import (dev.hocket.casestudies.flowserver Door Pages)
           (java.util.concurrent ConcurrentMap)))

(flow :import [dev.hocket.casestudies.flowserver.Receiving
               dev.hocket.casestudies.flowserver.Loading
               dev.hocket.casestudies.flowserver.Answering])

(defn serve [^Door door ^Pages pages sections]
  (let [^ConcurrentMap news (.inMemory pages "/news/")]
    (flow {:as :run :result :none :order :free
           :sections (or sections [["accept"] ["read" "parse-resource" "load-ram" "compose" "reply"] ["load-hd"]])}
      (let [[asked ^String resource] (-> door accept read parse-resource)]
        (reply
         (compose asked
                  (if (.startsWith resource "/news/")
                    (load-ram resource news)
                    (load-hd resource pages))))))))
