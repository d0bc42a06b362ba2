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

(def ^:private aliasing
  "Functions whose value is made of an array without a copy, but copies a collection."
  #{'vec 'to-array})

(declare leak)

;; The map `known` leads from names of state, and of locals that refer to it, to the names in messages. Its metadata has
;; the names of what is no array, as :objects.

(defn- leak-of-call [[head & arguments] known]
  (let [method (when (symbol? head) (second (re-matches #"\.(.*)" (name head))))]
    (cond
      (and method (views method)) (some->> (leak (first arguments) known) (str "." method " of "))
      (aliasing head) (let [found (leak (first arguments) known)]
                        (when (and found (not (contains? (:objects (meta known)) found)))
                          (str head " of " found)))
      (lazy head) (some #(leak % known) arguments)
      (#{'list 'vector 'hash-map 'hash-set 'cons 'conj 'assoc 'atom 'ref 'volatile! 'delay 'object-array
         'into-array} head) (some #(leak % known) arguments))))

(defn- aliases [bindings known]
  (reduce (fn [known [name value]]
            (if-let [leaking (leak value known)]
              (assoc known name leaking)
              (dissoc known name)))
          known
          (partition 2 bindings)))

(defn- macro? [head]
  (and (symbol? head)
       (let [found (try (resolve head) (catch Exception _ nil))]
         (and (var? found) (.isMacro ^clojure.lang.Var found)))))

(defn- expanded
  "Does one step of macro expansion; nil if there is none. The compiler reports a wrong form."
  [form]
  (when (macro? (first form))
    (try (macroexpand-1 form) (catch Throwable _ nil))))

(defn- leak-of-try [parts known]
  (let [clause? #(and (seq? %) (#{'catch 'finally} (first %)))
        [body clauses] (split-with (complement clause?) parts)]
    (some #(leak % known) (cons (last body) (map last (filter #(= 'catch (first %)) clauses))))))

(defn- leak
  "Returns the known name that the value of a form refers to, or nil."
  [form known]
  (cond
    (symbol? form) (known form)
    (or (vector? form) (set? form)) (some #(leak % known) form)
    (map? form) (some #(leak % known) (mapcat identity form))
    (seq? form)
    (let [[head & parts] form]
      (case head
        do (leak (last parts) known)
        (let let* loop loop*) (leak (last parts) (aliases (first parts) known))
        if (some #(leak % known) (rest parts))
        case* (let [[_ _ _ default branches] parts]
                (some #(leak % known) (cons default (map second (vals branches)))))
        try (leak-of-try parts known)
        (fn fn*) (some known (filter symbol? (tree-seq coll? seq parts)))
        quote nil
        (or (leak-of-call form known)
            (some-> (expanded form) (leak known)))))))

(defn- immutable?
  "Whether a form is a literal whose value cannot change."
  [form]
  (if (coll? form)
    (and (not (seq? form)) (every? immutable? (if (map? form) (mapcat identity form) form)))
    (not (symbol? form))))

(defn- made-by-constructor?
  "Whether a form makes an object of a class, so that its value is no array."
  [form]
  (and (seq? form) (symbol? (first form))
       (or (= 'new (first form)) (boolean (re-find #"[^.]\.$" (name (first form)))))))

(defn check-leaks
  "Refuses a body that returns a reference to state. The state is given as names and the forms of their
  values."
  [position name state body]
  (when-let [leaking (leak (last body)
                           (with-meta (into {} (for [[own form] (partition 2 state)
                                                     :when (not (immutable? form))]
                                                 [own (str own)]))
                             {:objects (set (for [[own form] (partition 2 state)
                                                  :when (made-by-constructor? form)]
                                              (str own)))}))]
    (refuse position "the function '" name "' returns its state: " leaking
            "; return a copy, or a value computed from it")))
