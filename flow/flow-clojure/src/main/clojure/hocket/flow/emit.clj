(ns hocket.flow.emit
  "Turns a plain tree back into Clojure, with every name qualified, so that it means the same
  wherever it is compiled."
  (:require [clojure.string :as string]))

(defn- bound [symbol]
  (vary-meta symbol select-keys [:tag]))

(defn emit
  "The form of a plain tree."
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

(defn- children [{:keys [op] :as tree}]
  (case op
    (:constant :local :global) nil
    (:apply :recur) (:arguments tree)
    :closed (:children tree)
    :do (concat (:statements tree) [(:value tree)])
    (:let :loop) (concat (map second (:bindings tree)) [(:value tree)])
    :if [(:test tree) (:then tree) (:otherwise tree)]
    :case (cond-> (cons (:value tree) (:branches tree))
            (:default tree) (concat [(:default tree)]))))

(defn locals
  "The locals that a plain tree mentions, in the order of their first mention. They are unique, so
  that those it binds itself are among them and harmless."
  [tree]
  (distinct
   (for [part (tree-seq children children tree)
         :when (= :local (:op part))]
     (:symbol part))))

(def ^:private longest-label 40)

(defn label
  "The text of a form for people: short, on one line, and without the namespaces of macros."
  [form]
  (let [text (-> (binding [*print-length* 8, *print-meta* false] (pr-str form))
                 (string/replace #"clojure\.core/" "")
                 (string/replace #"\s+" " "))]
    (if (> (count text) longest-label)
      (str (subs text 0 (dec longest-label)) "…")
      text)))
