(ns hocket.flow.emit
  "Turns a plain tree back into Clojure, with every name qualified, so that it means the same
  wherever it is compiled."
  (:require [clojure.string :as string]
            [hocket.flow.tree :refer [destructuring?]]))

(defn- bound [symbol]
  (vary-meta symbol select-keys [:tag]))

(defn emit
  "Returns the form of a plain tree."
  [{:keys [op] :as tree}]
  (case op
    :constant (:form tree)
    :local (:symbol tree)
    :global (:reference tree)
    :apply ((:build tree) (map emit (:arguments tree)))
    :closed ((:build tree) (map emit (:children tree)))
    :do `(do ~@(map emit (:statements tree)) ~(emit (:value tree)))
    (:let :loop) `(~(if (= op :let) 'let* 'loop*)
                   [~@(mapcat (fn [[symbol value]] [(bound symbol) (emit value)]) (:bindings tree))]
                   ~(emit (:value tree)))
    :if `(if ~(emit (:test tree)) ~(emit (:then tree)) ~(emit (:otherwise tree)))
    :case `(case ~(emit (:value tree))
             ~@(interleave (:constants tree) (map emit (:branches tree)))
             ~@(when (:default tree) [(emit (:default tree))]))
    :recur `(recur ~@(map emit (:arguments tree)))))

(def ^:private longest-label 40)

(defn- made-up
  "Makes a short text for a form that let expands destructuring to; nil for any other form."
  [[operation target key :as form]]
  (cond
    (destructuring? form) (list operation key)
    (and (= 'if operation) (seq? target) (= 'clojure.core/seq? (first target))) 'as-map))

(defn label
  "Makes the text of a form for pictures and messages: short, on one line, without generated names."
  [form]
  (let [shown (or (when (seq? form) (made-up form)) form)
        text (-> (binding [*print-length* 8, *print-meta* false] (pr-str shown))
                 (string/replace #"clojure\.core/" "")
                 (string/replace #"\s+" " "))]
    (if (> (count text) longest-label)
      (str (subs text 0 (dec longest-label)) "…")
      text)))
