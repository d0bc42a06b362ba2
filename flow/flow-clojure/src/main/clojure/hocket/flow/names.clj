(ns hocket.flow.names
  "Resolves names in an algorithm: first as a local, then as a @Function that the namespace imports,
  then as Clojure does."
  (:require [clojure.string :as string]
            [hocket.flow.refusal :refer [refuse]])
  (:import (clojure.lang Compiler$LocalBinding Namespace RT Symbol Var)
           (dev.hocket.flow.functions Library)
           (dev.hocket.flow.state CodeUses JdkSettings JdkSettings$Changed JdkSettings$Printed Types)
           (java.lang.reflect Modifier)))

(defn- class-named [ns name]
  (or (get (ns-imports ns) name)
      (try
        (Class/forName (str name) false (RT/baseLoader))
        (catch ClassNotFoundException _ nil))))

(defn- library
  "Collects the functions of classes and packages. All classes make one library, in which a function that one
  class inherits from another is not ambiguous."
  ^Library [ns names position]
  (let [{classes true packages false} (group-by class? (map #(or (class-named ns %) (str %)) names))]
    (try
      (.and (Library/of (into-array Class classes))
            (Library/ofPackages (RT/baseLoader) (vec packages)))
      (catch IllegalArgumentException e
        (refuse position "(flow :import " (pr-str (vec names)) "): " (ex-message e))))))

(defn- check-entry [entry position]
  (when-not (or (symbol? entry)
                (and (vector? entry) (= 3 (count entry)) (= :as (second entry))
                     (every? symbol? (take-nth 2 entry))))
    (refuse position "(flow :import [...]) takes packages and classes, each a symbol or"
            " [symbol :as alias]; this is " (pr-str entry))))

(defn import-functions!
  "Imports the functions of packages and classes into a namespace. An entry is a symbol or [symbol :as
  alias]; functions imported with an alias are called alias/name only."
  [^Namespace ns entries position]
  (when-not (and (sequential? entries) (seq entries))
    (refuse position "(flow :import [...]) takes a vector of packages and classes; this is " (pr-str entries)))
  (run! #(check-entry % position) entries)
  (let [{aliased true unqualified false} (group-by vector? entries)
        names (into (::names (meta ns) #{}) unqualified)]
    (alter-meta! ns assoc
                 ::names names
                 ::library (library ns names position))
    (doseq [[name _ alias] aliased]
      (alter-meta! ns assoc-in [::aliases alias] (library ns [name] position)))
    nil))

(defn- library-for
  "Finds the library for a function's name, and the name in that library; nil if there is none."
  [ns ^Symbol name]
  (let [{::keys [library aliases]} (meta ns)
        aliased (some->> (namespace name) symbol (get aliases))]
    (cond
      aliased [aliased (clojure.core/name name)]
      library [library (str name)])))

(defn function?
  "Whether a symbol names a @Function."
  [ns name]
  (let [[^Library library known-as] (library-for ns name)]
    (boolean (and library (.has library known-as)))))

(defn linked
  "Finds the Java method for a call with a number of arguments."
  [ns name arity position]
  (let [[^Library library known-as] (library-for ns name)]
    (.resolve library known-as arity position)))

(defn refuse-unknown-function
  "Refuses a name without meaning at the head of a call. The message lists functions with similar names."
  [ns name position]
  (let [[^Library library known-as] (library-for ns name)]
    (if library
      (.resolve library known-as 1 position)
      (refuse position "nothing is named '" name "' here: no local, no algorithm, nothing in Clojure,"
              " and no function, as this namespace imports none; (flow :import [package]) does"))))

(defn refuse-unknown-value
  "Refuses a name without meaning that stands for a value. The message lists the locals."
  [name locals position]
  (let [written (sort (remove #(re-find #"__" %) (map str (filter symbol? locals))))]
    (refuse position "nothing is named '" name "' here: no Var, no class, and no local"
            (when (seq written) (str "; the locals are " (string/join ", " written))))))

(defn meaning
  "Finds the Var or Class that a symbol means in a namespace, or nil. As in Clojure, a class in no package needs
  no import."
  [ns name]
  (try
    (or (ns-resolve ns name)
        (when-not (namespace name) (RT/classForNameNonLoading (str name))))
    (catch ClassNotFoundException _ nil)
    (catch NoClassDefFoundError _ nil)))

(defn class-of
  "Finds the class that a form names in a namespace, or nil."
  ^Class [ns form]
  (when (symbol? form)
    (let [found (meaning ns form)]
      (when (class? found) found))))

(defn- class-symbol [^Class type]
  (symbol (.getName type)))

(defn qualified
  "Returns the symbol that means in every namespace what the given one means in this one; nil if the given one
  has no meaning."
  [ns name]
  (let [found (meaning ns name)
        type (some->> (namespace name) symbol (class-of ns))
        symbol-there (cond
                       (var? found) (.toSymbol ^Var found)
                       (class? found) (class-symbol found)
                       type (symbol (str (class-symbol type)) (clojure.core/name name)))]
    (some-> symbol-there (with-meta (meta name)))))

(defn qualified-tag
  "Returns the type hint that means in every namespace what the given one means in this one."
  [ns tag]
  (if-let [type (class-of ns tag)]
    (class-symbol type)
    tag))

(defn surroundings
  "Returns locals as macros see them in &env."
  [locals]
  (into {}
        (for [[name {:keys [binding]}] locals]
          [name (or binding
                    (Compiler$LocalBinding. 0 name (:tag (meta name)) nil false nil))])))

(defn function-names
  "Lists the names of all functions that a namespace imports without an alias."
  [ns]
  (when-let [^Library library (::library (meta ns))]
    (.names library)))

;; Values of the surroundings that plain code uses without getting them as arguments: names and the forms of
;; their values.

(defn- known-var? [^Var found]
  (re-find #"^clojure\." (str (.ns found))))

(def by-name
  "Functions of clojure.core that find code by its name, or read it: it may be any."
  '#{eval load load-file load-reader load-string resolve ns-resolve requiring-resolve find-var intern
     ns-map ns-publics ns-interns ns-refers read read-string compile})

(defn by-name?
  "Whether a Var is one of the functions that find code by its name."
  [^Var found]
  (and (= "clojure.core" (str (.ns found))) (contains? by-name (.sym found))))

;; What gives other values to Vars, to their metadata, to multimethods and to the hierarchy of derive: all code may
;; look at these. A test goes through clojure.core.

(def altering-functions
  "Functions of clojure.core that do so, and macros that make calls of them."
  '#{alter-var-root alter-meta! reset-meta! with-redefs with-redefs-fn derive underive prefer-method remove-method
     remove-all-methods extend -reset-methods require use ns in-ns import refer refer-clojure alias ns-unmap ns-unalias remove-ns
     create-ns load add-classpath add-tap remove-tap set-agent-send-executor! set-agent-send-off-executor!
     ;; Code that changes a reference runs what these give to it.
     add-watch remove-watch set-validator!})

(def altering-definitions
  "Macros and special forms that define something: inside of a function, they do so while the program runs."
  '#{def defn defn- defmacro defmulti defmethod defonce defprotocol definline definterface defrecord defstruct deftype
     gen-class gen-interface declare extend-type extend-protocol})

(def ^:private altering-methods
  "Methods of Clojure's classes that do so."
  #{"addMethod" "removeMethod" "preferMethod" "alterRoot" "bindRoot" "swapRoot" "unbindRoot" "alterMeta" "resetMeta"
    "setMeta" "setMacro" "setDynamic" "setTag" "addWatch" "removeWatch" "setValidator"})

(defn of-core?
  "Whether a Var is one of clojure.core."
  [^Var found]
  (= "clojure.core" (str (.ns found))))

(defn alters?
  "Whether a Var is a function or macro that gives other values to what all code may look at."
  [^Var found]
  (and (of-core? found) (contains? altering-functions (.sym found))))

(defn defines?
  "Whether a symbol is the head of a definition."
  [written found]
  (if (var? found)
    (and (of-core? found) (contains? altering-definitions (.sym ^Var found)))
    (= 'def written)))

;; What prints to *out* or *err*. A test goes through clojure.core.

(def printing
  "Functions and macros of clojure.core that print, and what they print to."
  '#{print println pr prn printf newline flush time *out* *err* print-method print-dup print-simple print-ctor})

(def ^:private quiet
  "Namespaces of Clojure that print nothing."
  '#{clojure.core clojure.core.protocols clojure.core.reducers clojure.data clojure.datafy clojure.edn clojure.instant
     clojure.java.io clojure.math clojure.reflect clojure.set clojure.string clojure.template clojure.uuid clojure.walk
     clojure.xml clojure.zip})

(defn prints?
  "Whether a Var is one that prints, or to which something is printed."
  [^Var found]
  (if (of-core? found)
    (contains? printing (.sym found))
    (and (known-var? found)
         (not (contains? quiet (ns-name (.ns found)))))))

(defn uses-of-var
  "Lists what a function of the program may use: its closure, and the Vars that it names. One that finds code by its
  name may use any static field, as reflection may, for which the class Class stands."
  [^Var found]
  (cond
    (alters? found) {(str "what " (.sym found) " changes") `JdkSettings$Changed}
    (by-name? found) {(str "what " (.sym found) " finds") `Class}
    (prints? found) {(str "what " (.sym found) " prints to") `JdkSettings$Printed}
    (not (known-var? found)) {(str (symbol found)) `(var ~(symbol found))}))

(defn uses-of-class
  "Lists what code of a class of the program may use: all static fields of the class. Reflection may come to any,
  loggers run code of the program, and a ThreadLocal has other values in other threads."
  [^Class type]
  (when (and type
             (or (CodeUses/isReflective type)
                 (JdkSettings/isLogger type)
                 (JdkSettings/isThreadVariable type)
                 (not (or (Types/isOfJdk type) (re-find #"^clojure\.lang\." (.getName type))))))
    ;; As a value, Clojure takes the name of a class in no package only if the class is imported.
    {(str "static fields of " (.getName type)) `(RT/classForNameNonLoading ~(.getName type))}))

(defn- constant-field? [^Class type member]
  (some (fn [^java.lang.reflect.Field field]
          (let [modifiers (.getModifiers field)]
            (and (= member (.getName field)) (Modifier/isStatic modifiers) (Modifier/isFinal modifiers))))
        (.getFields type)))

(defn sets?
  "Whether a method of a class may change settings of the JVM. Without the class, it may be that of any object."
  [^Class type method]
  (let [method (string/replace method #"^[.-]" "")]
    (or (and (contains? altering-methods method) (or (nil? type) (re-find #"^clojure\.lang\." (.getName type))))
        (JdkSettings/mayChange type method))))

(defn uses-of-settings
  "Lists the settings of the JVM if a method may change them."
  [type method]
  (merge (when (sets? type method)
           {(str "what " method " sets") `JdkSettings$Changed})
         (when (some-> type JdkSettings/isThreadVariable)
           (uses-of-class type))))

(defn alterable?
  "Whether code that gets a Var itself may give it another value: a Var of a function is mostly called. Code that does
  give it another one names what alters? knows."
  [^Var found]
  (not (and (.hasRoot found) (fn? (.getRawRoot found)))))

(defn uses-of-var-itself
  "Lists what code may use that names a Var, not its value: to give it another value counts as a setting of the JVM."
  [^Var found]
  (merge (uses-of-var found)
         (when (alterable? found)
           {(str "what changes " (.sym found)) `JdkSettings$Changed})))

(defn uses-of-member
  "Lists what a static field or a static method of a class uses. A field that may get other values counts as all."
  [^Class type member]
  (let [member (string/replace member #"^-" "")]
    (if (constant-field? type member)
      {(str (.getName type) "." member) (symbol (.getName type) member)}
      (merge (uses-of-class type) (uses-of-settings type member)))))

(defn uses-of-static
  "Lists what Class/member uses, as a value or at the head of a call."
  [ns ^Symbol name]
  (when-let [type (some->> (namespace name) symbol (class-of ns))]
    (uses-of-member type (clojure.core/name name))))
