(ns hocket.flow.state
  "Looks for references to state that leave their function, as far as the text of a defsf shows."
  (:require [hocket.flow.refusal :refer [refuse]]))

;; Methods that return live views of mutable collections, through which another function could change them.
(def ^:private views
  #{"asList" "asMap" "descendingMap" "descendingSet" "entrySet" "headMap" "headSet" "iterator" "keySet"
    "keys" "elements" "listIterator" "navigableKeySet" "parallelStream" "reversed" "spliterator" "stream"
    "subList" "subMap" "subSet" "tailMap" "tailSet" "values"})

(def ^:private lazy
  #{'seq 'iterator-seq 'enumeration-seq 'map 'filter 'remove 'keep 'mapcat 'concat 'rest 'next 'lazy-seq
    'identity 'vals 'keys 'take 'drop})

(declare leak)

(defn- leak-of-call [[head & arguments] known]
  (let [method (when (symbol? head) (second (re-matches #"\.(.*)" (name head))))]
    (cond
      (and method (views method) (known (first arguments))) (str "." method " of " (first arguments))
      (lazy head) (some #(leak % known) arguments)
      (#{'doto} head) (leak (first arguments) known)
      (#{'list 'vector 'hash-map 'hash-set 'cons 'conj 'assoc 'atom 'ref 'volatile! 'delay 'object-array
         'into-array} head) (some #(leak % known) arguments))))

(defn- aliases [bindings known]
  (reduce (fn [known [name value]]
            (if (leak value known)
              (conj known name)
              (disj known name)))
          known
          (partition 2 bindings)))

(defn- leak
  "The known name that the value of a form refers to, or nil."
  [form known]
  (cond
    (symbol? form) (when (known form) (str form))
    (or (vector? form) (set? form)) (some #(leak % known) form)
    (map? form) (some #(leak % known) (mapcat identity form))
    (seq? form)
    (let [[head & parts] form]
      (case head
        (do) (leak (last parts) known)
        (let let* loop loop*) (leak (last parts) (aliases (first parts) known))
        (if if-not) (some #(leak % known) (rest parts))
        (when when-not) (leak (last parts) known)
        (fn fn*) (some known (filter symbol? (tree-seq coll? seq parts)))
        (quote) nil
        (leak-of-call form known)))))

(defn check-leaks
  "Refuses a body whose value is a reference to state."
  [position name state body]
  (when-let [leaking (leak (last body) (set state))]
    (refuse position "the function '" name "' returns its state: " leaking
            "; return a copy, or a value computed from it")))
