(require '[hocket.flow :refer [flow]])
(flow :import [Words])
(flow {:sections [["lines"] ["split-line"] ["tally"]]}
  (let [[_ noun] (split-line (lines "one fish\ntwo fish\nred hen"))]
    (println noun (tally noun))))
