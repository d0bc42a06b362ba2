;; Reads requests that arrive in pieces without waiting for any of them (listings 8 and 9 of the paper):
;;   hocket run examples/flow/reads examples/flow/reads/reads.clj
(require '[hocket.flow :refer [flow]])

(flow :import [Connections NonBlockingRead NbReadConcat])

(def clients 4)

(defn client
  "Sends a request in three pieces, and waits until the server hangs up."
  [port n]
  (with-open [socket (java.net.Socket. "127.0.0.1" (int port))]
    (doseq [piece ["GET /" (str n) "\n\n"]]
      (.write (.getOutputStream socket) (.getBytes piece))
      (.flush (.getOutputStream socket)))
    (.read (.getInputStream socket))))

(with-open [^java.nio.channels.ServerSocketChannel server
            (.bind (java.nio.channels.ServerSocketChannel/open)
                   (java.net.InetSocketAddress. "127.0.0.1" 0))]
  (let [port (.getPort ^java.net.InetSocketAddress (.getLocalAddress server))]
    (dotimes [n clients]
      (Thread/startVirtualThread #(client port n)))
    (->> (flow {:result :all :sections :io :order :free}
           (let [[request connection] (loop [[data connection] (nb-read (accept server clients))]
                                        (if (.endsWith ^String data "\n\n") ; a blank line ends a request
                                          [data connection]
                                          (recur (nb-read-concat connection data))))]
             (hang-up connection request)))
         sort
         (run! println))))
