(ns hocket.flow.analyze
  "Reads the text of an algorithm: expands macros, resolves names, copies algorithms to their calls, and
  marks the forms that call functions. Every other form is plain Clojure and stays as it is."
  (:require [hocket.flow.call :as call]
            [hocket.flow.closed :as closed]
            [hocket.flow.names :as names]
            [hocket.flow.refusal :refer [cause-of-expansion position refuse]]
            [hocket.flow.tree :refer [analyze analyze-all analyze-body applied bind said tree unique]])
  (:import (clojure.lang Compiler MultiFn Var)
           (dev.hocket.flow.graph FlowException)))

;; Special forms

(defn- analyze-bindings
  "Reads bindings; returns the environment after them, and [symbol tree] of each. A name for a function or
  algorithm is only noted in the environment and gets no binding."
  [names-and-forms env callable-of]
  (when-not (even? (count names-and-forms))
    (refuse (:around env) "bindings are pairs of a name and a value"))
  (reduce (fn [[env bindings] [name form]]
            (if-let [callable (callable-of form env)]
              [(assoc-in env [:locals name] {:callable callable}) bindings]
              (let [value (analyze form (dissoc env :recur-arity))
                    [env own] (bind env name)]
                [env (conj bindings [own value])])))
          [env []]
          (partition 2 names-and-forms)))

(defn- analyze-let [[_ names-and-forms & body :as form] env]
  (let [[inside bindings] (analyze-bindings names-and-forms env call/callable-of)
        value (analyze-body body form inside)]
    (tree :let form env (conj (mapv second bindings) value) {:bindings bindings :value value})))

(defn- analyze-loop [[_ names-and-forms & body :as form] env]
  (let [[inside bindings] (analyze-bindings names-and-forms env (constantly nil))
        value (analyze-body body form (assoc inside :recur-arity (count bindings)))]
    (assoc (tree :loop form env (conj (mapv second bindings) value)
                 {:bindings bindings :value value})
           :recur false)))

(defn- analyze-recur [[_ & arguments :as form] {:keys [recur-arity] :as env}]
  (let [given (analyze-all arguments (dissoc env :recur-arity))]
    (when-not recur-arity
      (refuse (position form env) "recur stands outside of a loop, or not at its end"))
    (when-not (= recur-arity (count given))
      (refuse (position form env) "recur gives " (count given) " values to a loop of " recur-arity))
    (assoc (tree :recur form env given {:arguments given}) :recur true)))

(defn- analyze-if [[_ test then otherwise :as form] env]
  (when-not (<= 3 (count form) 4)
    (refuse (position form env) "if takes a test and one or two branches; this has "
            (dec (count form)) " parts"))
  (let [test (analyze test (dissoc env :recur-arity))
        then (analyze then env)
        otherwise (analyze otherwise env)]
    (tree :if form env [test then otherwise] {:test test :then then :otherwise otherwise})))

(defn- analyze-case [[_ value & clauses :as form] env]
  (let [pairs (partition 2 clauses)
        value (analyze value (dissoc env :recur-arity))
        branches (mapv #(analyze (second %) env) pairs)
        default (when (odd? (count clauses)) (analyze (last clauses) env))]
    (tree :case form env (cond-> (into [value] branches) default (conj default))
          {:value value :constants (mapv first pairs) :branches branches :default default})))

(defn- member-name [member]
  (if (seq? member) (first member) member))

(defn- analyze-dot [[_ target member & arguments :as form] env]
  (let [type (when-not (get-in env [:locals target]) (names/class-of (:ns env) target))
        arguments (if (seq? member) (rest member) arguments)
        given (analyze-all (if type arguments (cons target arguments)) env)
        receiver (or type (names/class-of (:ns env) (or (:tag (meta target)) (:tag (meta (:symbol (first given)))))))]
    (assoc (applied form env given
                    (fn [emitted]
                      (if type
                        `(. ~(symbol (.getName ^Class type)) ~(member-name member) ~@emitted)
                        `(. ~(first emitted) ~(member-name member) ~@(rest emitted)))))
           :member {:type receiver :name (str (member-name member))}
           :uses (if type
                   (names/uses-of-member type (str (member-name member)))
                   (names/uses-of-settings receiver (str (member-name member)))))))

(defn- analyze-new [[_ type & arguments :as form] env]
  (let [class-symbol (or (names/qualified (:ns env) type)
                         (refuse (position form env) "there is no class " type " here"))]
    (assoc (applied form env (analyze-all arguments env) (fn [emitted] `(new ~class-symbol ~@emitted)))
           :member {:type (names/class-of (:ns env) type) :name "new"}
           :uses (names/uses-of-class (names/class-of (:ns env) type)))))

(defn- verbatim [form env]
  (tree :constant form env [] {}))

(defn- refuse-special [form env]
  (refuse (position form env) (said form env) " cannot stand in an algorithm; do it before the flow"))

(defn- analyze-var [[_ name :as form] {:keys [ns binds] :as env}]
  (let [found (names/meaning ns name)]
    (assoc (applied form env [] (constantly (list 'var (or (names/qualified ns name) name))))
           :uses (when (var? found)
                   (if binds (names/uses-of-var found) (names/uses-of-var-itself found))))))

(def ^:private specials
  {'let* #'analyze-let
   'loop* #'analyze-loop
   'recur #'analyze-recur
   'if #'analyze-if
   'do (fn [form env] (analyze-body (rest form) form env))
   'quote #'verbatim
   'var #'analyze-var
   'fn* #'closed/analyze-fn
   'letfn* #'closed/analyze-letfn
   'try #'closed/analyze-try
   'reify* #'closed/analyze-reify
   'case* #'closed/analyze-case*
   '. #'analyze-dot
   'new #'analyze-new
   'throw (fn [form env]
            (assoc (applied form env (analyze-all (rest form) env) #(list* 'throw %)) :pure true))
   'set! #'closed/analyze-parts
   'monitor-enter #'closed/analyze-parts
   'monitor-exit #'closed/analyze-parts
   'def #'refuse-special
   'deftype* #'refuse-special
   'import* #'refuse-special
   'clojure.core/import* #'refuse-special})

;; Forms

(defn- expand
  "Does one step of macro expansion, with the locals of the algorithm as &env."
  [form {:keys [ns locals] :as env}]
  (try
    (binding [*ns* ns]
      (with-bindings {Compiler/LOCAL_ENV (names/surroundings locals)}
        (macroexpand-1 form)))
    (catch Throwable thrown
      (let [cause (cause-of-expansion thrown)]
        (if (instance? FlowException cause)
          (throw cause)
          (refuse (position form env) "the macro " (first form) " fails: " (ex-message cause)))))))

(defn- analyze-expansion [form env]
  (let [expanded (expand form env)]
    (if (identical? expanded form)
      (refuse (position form env) "'" (first form) "' cannot be expanded")
      (analyze expanded (assoc env
                               :around (position form env)
                               :macro (or (:macro env) (first form))
                               :expanded expanded)))))

(defn- sugar
  "Returns the special form that (.m x) or (T. x) stands for; nil for any other head."
  [[head & [target & arguments :as all] :as form] {:keys [ns locals]}]
  (let [name (name head)]
    (cond
      (namespace head) nil
      (re-matches #"\.[^.].*" name)
      (let [target (if (and (names/class-of ns target) (not (get locals target)))
                     `(identity ~target)
                     target)]
        (with-meta (list* '. target (symbol (subs name 1)) arguments) (meta form)))
      (re-matches #"[^.].*\." name)
      (with-meta (list* 'new (symbol (subs name 0 (dec (count name)))) all) (meta form)))))

(defn- intercepted
  "Returns the reader of a form whose macro must not be expanded."
  [found]
  (when (var? found)
    ({'clojure.core/case analyze-case
      'hocket.flow/smap call/analyze-smap
      'hocket.flow/|| call/analyze-replicas}
     (symbol found))))

(defn- apply-value [form env]
  (assoc (applied form env (analyze-all form env) #(apply list %)) :head true))

(defn- analyze-list [[head :as form] {:keys [ns locals] :as env}]
  (let [callable (call/callable-of head env)
        found (when (and (symbol? head) (not (get locals head)))
                (names/meaning ns head))]
    (cond
      (specials head) ((specials head) form env)
      callable (call/call-callable form env callable)
      (call/algo? head env) (call/refuse-as-value form env (call/callable-of form env))
      (intercepted found) ((intercepted found) form env)
      (and (var? found) (.isMacro ^Var found)) (analyze-expansion form env)
      (= #'push-thread-bindings found) (apply-value form (assoc env :binds true))
      (or (not (symbol? head)) (get locals head)) (apply-value form env)
      (sugar form env) (analyze (sugar form env) env)
      (names/qualified ns head) (apply-value form env)
      :else (names/refuse-unknown-function ns head (position form env)))))

(defn- environment-variable?
  "Whether a Var holds a value of the surrounding program, not a function."
  [^Var found]
  (and (bound? found)
       (not (.isDynamic found))
       (not (:const (meta found)))
       (not (fn? (deref found)))
       (not (instance? MultiFn (deref found)))
       (not (re-find #"^clojure\." (str (.ns found))))))

(defn- reference
  "Returns a form that means a name in any namespace: for a private Var, the Var object itself."
  [name found ns]
  (let [there (names/qualified ns name)]
    (if (and (var? found) (not (.isPublic ^Var found)))
      `(deref (var ~there))
      there)))

(defn- analyze-global [name found {:keys [ns globals] :as env}]
  (if (and (var? found) (environment-variable? found))
    (let [own (or (@globals found)
                  (let [own (unique env (.sym ^Var found))]
                    (vswap! globals assoc found own)
                    own))]
      (tree :local name env [] {:symbol own}))
    (tree :global name env [] {:reference (reference name found ns)
                               :uses (if (var? found) (names/uses-of-var found) (names/uses-of-static ns name))})))

(defn- analyze-local [name {:keys [symbol]} {:keys [ns] :as env}]
  (let [tag (:tag (meta name))]
    (tree :local name env []
          {:symbol (cond-> symbol
                     tag (vary-meta assoc :tag (names/qualified-tag ns tag)))})))

(defmethod analyze :name [name {:keys [ns locals] :as env}]
  (let [local (get locals name)
        callable (call/callable-of name env)
        found (names/meaning ns name)]
    (cond
      callable (call/refuse-as-value name env callable)
      local (analyze-local name local env)
      (and (var? found) (.isMacro ^Var found))
      (refuse (position name env) "'" name "' is a macro, and no value")
      (names/qualified ns name) (analyze-global name found env)
      :else (names/refuse-unknown-value name (keys locals) (position name env)))))

(defn- written?
  "Whether a list was written in the text, not made by a macro."
  [form {:keys [expanded]}]
  (and (:line (meta form)) (not (identical? form expanded))))

(defmethod analyze :list [form env]
  (analyze-list form (cond-> (assoc env :around (position form env))
                       (written? form env) (assoc :macro nil))))

(defmethod analyze :literal [form env]
  (let [parts (if (map? form) (mapcat identity form) form)
        build (cond
                (map? form) #(apply array-map %)
                (set? form) set
                :else vec)]
    (assoc (applied form env (analyze-all parts env) build) :pure true)))

(defmethod analyze :constant [form env]
  (verbatim form env))
