(ns hocket.flow.tree
  "The intermediate form between the text of an algorithm and its graph: a tree of maps. All have
    :op        the kind of node, below
    :position  where its form stands
    :form      the form itself, for labels
    :flow      the first call of a function in it, or nil: such a tree becomes part of the graph
    :recur     whether it ends in a recur to a loop around it
  and by kind
    :constant    :form
    :local       :symbol     every binding has a symbol of its own, so that nothing is captured
    :global      :reference  a form that means the same in every namespace
    :call        :function, :implementation, :arguments
    :apply       :arguments, :build   evaluates the arguments, left to right, and then itself
    :closed      :children, :build    plain only: fn, try and what else has its own control flow
    :do          :statements, :value
    :let         :bindings [[symbol tree] ...], :value
    :if          :test, :then, :otherwise
    :case        :value, :constants, :branches, :default (or nil)
    :loop        :bindings, :value
    :recur       :arguments
    :smap        :collection, :parameter, :value
    :replicas    :copies, :balance, :degree (or nil), :input, :parameter, :value,
                 :key (nil, or the :value of a key, in which :parameter is the input), :keys (its limit, or nil)

  A tree may have :uses, the values of the surroundings that its code uses without getting them as arguments.
  An :apply has :head if its first argument is called, :member if it calls a method or constructor, :pure if
  it leaves its arguments unchanged, and :effect if that is known.

  An environment, env, describes the place of a form:
    :ns, :file     of the text
    :around        the position of the form around
    :macro         the macro that the form comes from, or nil, and what it was :expanded to
    :locals        name -> {:symbol} of a value, with the compiler's :binding if it is one of the
                   surrounding program, or {:callable} of a function or algorithm
    :globals       Vars used as values of the surrounding program -> symbol (volatile, shared)
    :recur-arity   of the loop whose end the form is, or nil
    :seen          forms of calls met so far (mutable, of this copy of the algorithm)
    :inside        the algorithms around"
  (:require [hocket.flow.names :as names]
            [hocket.flow.refusal :refer [position refuse]])
  (:import (dev.hocket.flow.graph Position)))

(defn tree
  "Makes a tree, and marks it as its parts are marked."
  [op form env parts fields]
  (merge {:op op
          :form form
          :position (position form env)
          :flow (some :flow parts)
          :recur (boolean (some :recur parts))}
         fields))

(defn plain?
  "Whether a tree is an expression of Clojure that calls no function of the flow."
  [{:keys [flow recur]}]
  (not (or flow recur)))

(defn- keeping-meta [form build]
  (if-let [kept (meta form)]
    (fn [parts]
      (let [built (build parts)]
        (cond-> built (instance? clojure.lang.IObj built) (with-meta kept))))
    build))

(defn applied
  "Makes a tree that evaluates its arguments and then itself."
  [form env arguments build]
  (tree :apply form env arguments {:arguments arguments :build (keeping-meta form build)}))

(defn said
  "Returns the name under which the user wrote a special form: often that of a macro."
  [[head] {:keys [macro]}]
  (cond
    (and (nil? macro) (= 'fn* head)) "'#(...)'"
    (nil? macro) (str "'" head "'")
    (= (str head) (str (name macro) "*")) (str "'" macro "'")
    :else (str "'" macro "', which expands to " head ",")))

(defn closed
  "Makes a plain tree for a form with a control flow that cannot be part of a graph; refuses calls in it."
  [form env children build]
  (when-let [call (some :flow children)]
    (refuse (position form env) (said form env) " stands around the call of '" (:function call)
            "' at line " (.line ^Position (:position call)) ", and cannot be part of a graph; "
            (case (str (first form))
              ("fn*" "letfn*" "reify*") "use (algo [..] ..) or smap for code that calls functions"
              "try" "handle the failure in the function, or by the option :failures"
              "give the function's result a name with let, and use that")))
  (assoc (tree :closed form env children {:children children :build (keeping-meta form build)})
         :recur false))

;; Questions about trees

(defn children
  "Lists the trees inside a tree, in the order of their evaluation."
  [{:keys [op] :as tree}]
  (case op
    (:constant :local :global) nil
    (:call :apply :recur) (:arguments tree)
    :closed (:children tree)
    :do (concat (:statements tree) [(:value tree)])
    (:let :loop) (concat (map second (:bindings tree)) [(:value tree)])
    :if [(:test tree) (:then tree) (:otherwise tree)]
    :case (concat [(:value tree)] (:branches tree) (some-> (:default tree) list))
    :smap [(:collection tree) (:value tree)]
    :replicas (concat (some-> (:degree tree) list)
                      [(:input tree)]
                      (some-> (:key tree) :value list)
                      [(:value tree)])))

(defn locals
  "Lists the locals that a tree mentions, including those that it binds, in the order of their first mention."
  [tree]
  (distinct
   (for [part (tree-seq children children tree)
         :when (= :local (:op part))]
     (:symbol part))))

(defn uses
  "Lists the values of the surroundings that a tree's code uses without getting them as arguments: names and
  the forms of their values."
  [tree]
  (into (sorted-map) (mapcat :uses) (tree-seq children children tree)))

(defn destructuring?
  "Whether a form comes from the destructuring of let."
  [form]
  (and (seq? form)
       (contains? #{'clojure.core/nth 'clojure.core/get} (first form))
       (symbol? (second form))
       (re-find #"^(vec|map)__" (name (second form)))))

;; Locals

(defn unique
  "Makes a fresh symbol with the type hint of the given one."
  [{:keys [ns]} name]
  (let [{:keys [tag] :as kept} (select-keys (meta name) [:tag])]
    (with-meta (gensym (str (clojure.core/name name) "__"))
      (if tag (assoc kept :tag (names/qualified-tag ns tag)) kept))))

(defn bind
  "Binds a name to a value; returns the new environment and the symbol of the value."
  [env name]
  (when-not (and (symbol? name) (nil? (namespace name)))
    (refuse (:around env) "'" (pr-str name) "' cannot be the name of a local"))
  (let [own (unique env name)]
    [(assoc-in env [:locals name] {:symbol own}) own]))

(defn bind-all
  "Binds names to values; returns the new environment and the symbols of the values."
  [env names]
  (reduce (fn [[env bound] name]
            (let [[env own] (bind env name)]
              [env (conj bound own)]))
          [env []]
          names))

;; Reading forms

(defmulti analyze
  "Reads a form; returns its tree."
  (fn [form _env]
    (cond
      (symbol? form) :name
      (and (seq? form) (seq form)) :list
      (and (or (vector? form) (map? form) (set? form)) (seq form) (not (record? form))) :literal
      :else :constant)))

(defn analyze-all
  "Reads forms whose values are used and none of which ends a loop; returns their trees."
  [forms env]
  (let [inside (dissoc env :recur-arity)]
    (mapv #(analyze % inside) forms)))

(defn analyze-body
  "Reads forms that follow one another, of which the last is the value; returns their tree."
  [forms form env]
  (if (next forms)
    (let [statements (analyze-all (butlast forms) env)
          value (analyze (last forms) env)]
      (tree :do form env (conj statements value) {:statements statements :value value}))
    (analyze (first forms) env)))
