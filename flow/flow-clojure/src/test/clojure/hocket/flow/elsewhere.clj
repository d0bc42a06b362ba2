(ns hocket.flow.elsewhere
  "An algorithm whose free names mean nothing, or something else, where it is called."
  (:require [hocket.flow :refer [defalgo flow]]))

(flow :import [dev.hocket.flow.clojure.functions])

(def offset 100)

(defn- hidden [x] (+ offset x))

(defmacro ^:private shifted [x] `(hidden ~x))

(defalgo far [x] (shifted (add-one x)))
