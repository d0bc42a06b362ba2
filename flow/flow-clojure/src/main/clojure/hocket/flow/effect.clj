(ns hocket.flow.effect
  "The effects of plain code on the mutable values that it gets: :computes (it changes none, and its value is
  immutable), :reads (it changes none, its value may lead to them) or :unknown."
  (:require [hocket.flow.tree :refer [children]])
  (:import (dev.hocket.flow.graph Node$Effect)
           (dev.hocket.flow.mapping PromptMethods)
           (dev.hocket.flow.state JdkEffects Types)
           (java.lang.reflect Constructor Method Modifier)
           (java.util Collection Map)))

(def ^:private computing
  "Functions of clojure.core that change nothing and return a number, a string, a name or a truth value."
  '#{+ - * / +' -' *' inc dec inc' dec' quot rem mod abs min max == = not= < > <= >= not identical? compare
     even? odd? pos? neg? zero? pos-int? neg-int? nat-int? nil? some? true? false? number? integer? int? float? double?
     ratio? rational? decimal? string? char? boolean? keyword? symbol? ident? map? vector? set? list? seq? coll?
     sequential? associative? counted? fn? ifn? instance? contains? empty? count alength hash
     bit-and bit-or bit-xor bit-not bit-shift-left bit-shift-right unsigned-bit-shift-right bit-test bit-set bit-clear
     unchecked-add unchecked-subtract unchecked-multiply unchecked-inc unchecked-dec unchecked-negate
     unchecked-add-int unchecked-subtract-int unchecked-multiply-int unchecked-inc-int unchecked-dec-int
     int long double float short byte char boolean num bigint bigdec biginteger
     str pr-str prn-str print-str println-str name namespace keyword symbol subs format class type
     rand rand-int parse-long parse-double parse-boolean parse-uuid random-uuid})

(def ^:private reading
  "Functions of clojure.core that change nothing and call no function that they are given."
  '#{first second rest next last butlast ffirst fnext nfirst nnext nth nthrest nthnext get get-in find peek
     aget aclone vec vector list hash-map array-map hash-set sorted-map sorted-set set conj assoc assoc-in
     dissoc disj merge concat cons reverse rseq seq keys vals key val select-keys zipmap subvec empty not-empty
     take drop take-last drop-last take-nth split-at partition partition-all interleave interpose distinct dedupe flatten
     frequencies range repeat cycle identity list* lazy-cat replace rand-nth shuffle
     meta with-meta ex-info ex-data ex-message ex-cause re-find re-matches re-seq re-pattern})

(def ^:private calling
  "Functions of clojure.core that do only what their function argument does, by the place of that argument."
  '{map 0 mapv 0 filter 0 filterv 0 remove 0 keep 0 reduce 0 reductions 0 some 0 every? 0 not-any? 0 not-every? 0
    mapcat 0 apply 0 partial 0 comp 0 juxt 0 complement 0 constantly 0 group-by 0 partition-by 0 take-while 0
    drop-while 0 split-with 0 map-indexed 0 keep-indexed 0 iterate 0 repeatedly 1 update 2 update-in 2
    fnil 0 max-key 0 min-key 0 merge-with 0})

(def ^:private referring
  "Functions of clojure.core that change or wait for a reference, which threads may share, by the place of the
  function that they call; ::none if they call none."
  {'swap! 1 'reset! ::none 'deref ::none})

(defn- core-name
  "Returns the name of the function of clojure.core that a tree stands for; nil for any other."
  [{:keys [op reference]}]
  (when (and (= :global op) (symbol? reference) (= "clojure.core" (namespace reference)))
    (symbol (name reference))))

(def ^:private order {:computes 0 :reads 1 :unknown 2})

(defn- worst [effects]
  (if (seq effects) (apply max-key order effects) :computes))

(declare effect)

(defn- at-least-reads [effects]
  (worst (cons :reads effects)))

(defn- reading? [name]
  (or (reading name) (= ::none (referring name))))

(defn- effect-of-calling
  "Finds the effect of calling the function that a tree stands for."
  [{:keys [op form] :as tree}]
  (let [name (core-name tree)]
    (cond
      (computing name) :computes
      (reading? name) :reads
      (and (= :constant op) (or (keyword? form) (map? form) (set? form))) :reads
      (and (= :closed op) (= 'fn* (first form))) (worst (map effect (children tree)))
      :else :unknown)))

(defn- of-call
  "Finds the effect of calling a function, the first of the arguments."
  [[function & arguments]]
  (let [name (core-name function)
        effects (map effect arguments)
        called (or (calling name) (referring name))]
    (cond
      (some #{:unknown} effects) :unknown
      (computing name) :computes
      (reading? name) :reads
      called (if-let [given (nth arguments called nil)]
               (at-least-reads [(effect-of-calling given)])
               :unknown)
      :else (effect-of-calling function))))

(defn- makes-steady?
  "Whether a constructor of the JDK gets nothing mutable but elements, and its object does not change when it is only
  read."
  [^Constructor code]
  (and (every? (fn [^Class type]
                 (or (Types/isImmutable type)
                     (.isAssignableFrom Collection type)
                     (.isAssignableFrom Map type)))
               (.getParameterTypes code))
       (JdkEffects/makesSteady code)))

(defn- computing-method?
  "Whether a method of the JDK takes and returns nothing mutable, as far as its types show."
  [^Method method]
  (let [owner-immutable (Types/isImmutable (.getDeclaringClass method))]
    (and (or owner-immutable (Modifier/isStatic (.getModifiers method)))
         (Types/isImmutable (.getReturnType method))
         (every? (fn [^Class type]
                   (or (Types/isImmutable type)
                       (and owner-immutable
                            (#{Object CharSequence Comparable (Class/forName "[Ljava.lang.Object;")} type))))
                 (.getParameterTypes method)))))

(defn- reading-method?
  "Whether a method of a class that several threads may use is known to change nothing."
  [^Class type name arguments]
  (and (Types/isThreadSafe type)
       (JdkEffects/onlyRead type name (dec (count arguments)))))

(defn- of-member
  "Finds the effect of calling a method."
  [{:keys [member arguments]}]
  (let [{:keys [^Class type name]} member
        known (when (and type (Types/isOfJdk type))
                (if (= "new" name)
                  (filter #(= (count arguments) (.getParameterCount ^Constructor %)) (.getConstructors type))
                  (filter #(= name (.getName ^Method %)) (.getMethods type))))
        found (cond
                (empty? known) :unknown
                (= "new" name) (if (every? makes-steady? known) :reads :unknown)
                (every? computing-method? known) :computes
                (reading-method? type name arguments) :reads
                :else :unknown)]
    (worst (cons found (filter #{:unknown} (map effect arguments))))))

(defn effect
  "Finds the effect of evaluating a plain tree."
  [{:keys [op arguments value form] known :effect :as tree}]
  (case (if known :known op)
    :known known
    :constant (if (coll? form) :reads :computes)
    (:local :global) :reads
    :apply (cond
             (:member tree) (of-member tree)
             (:pure tree) (at-least-reads (map effect arguments))
             (:head tree) (of-call arguments)
             :else :unknown)
    :closed (if (#{"fn*" "letfn*" "try"} (str (first form)))
              (at-least-reads (map effect (children tree)))
              :unknown)
    (:do :let :loop) (if (= :unknown (worst (map effect (children tree)))) :unknown (effect value))
    (:if :case) (if (= :unknown (worst (map effect (children tree))))
                  :unknown
                  (worst (map effect (rest (children tree)))))
    :recur (worst (map effect arguments))
    :unknown))

(defn useless?
  "Whether a plain tree is known to do nothing but compute its value."
  [tree]
  (and (not= :unknown (effect tree))
       (not-any? #(or (:member %) (contains? referring (core-name %))) (tree-seq children children tree))))

(defn constant
  "Returns the Java constant for an effect."
  ^Node$Effect [effect]
  (case effect :computes Node$Effect/COMPUTES :reads Node$Effect/READS Node$Effect/UNKNOWN))

(defn of-function
  "Finds the effect of calling a function, given as the tree of its text inside the bindings of its state."
  [{:keys [op value] :as tree}]
  (if (= :let op)
    (recur value)
    (let [parts (children tree)]
      (cond
        (some #{:unknown} (map effect parts)) :unknown
        (seq parts) (effect (last parts))
        :else :computes))))

(defn- prompt-part?
  "Whether a part of a tree, apart from its own parts, does not wait."
  [{:keys [member] :as tree}]
  (if member
    (let [{:keys [^Class type name]} member]
      (and type (PromptMethods/isPrompt type (if (= "new" name) "<init>" name))))
    (not= 'deref (core-name tree))))

(defn- repeats-with-var?
  "Whether code that may repeat itself uses a Var of the program; another thread may set it to end the code."
  [parts]
  (and (some #(#{:loop :closed} (:op %)) parts)
       (some #(and (= :global (:op %)) (not (core-name %))) parts)))

(defn prompt?
  "Whether a plain tree is known to wait neither for another thread nor for anything outside of the program."
  [tree]
  (let [parts (tree-seq children children tree)]
    (and (not= :unknown (effect tree))
         (every? prompt-part? parts)
         (not (repeats-with-var? parts)))))
