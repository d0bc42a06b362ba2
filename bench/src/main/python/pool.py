"""An M/M/c queue in SimPy: prints the mean flow time and the seconds that the simulation took.

Arguments: arrivals a second, mean service time in seconds, servers, events, seed.
"""

import random
import sys
import time

import simpy

rate, service, servers, events, seed = (
    float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
rng = random.Random(seed)
flows = []


def event(env, workers):
    arrival = env.now
    with workers.request() as request:
        yield request
        yield env.timeout(rng.expovariate(1 / service))
    flows.append(env.now - arrival)


def arrivals(env, workers):
    for _ in range(events):
        yield env.timeout(rng.expovariate(rate))
        env.process(event(env, workers))


begin = time.perf_counter()
environment = simpy.Environment()
environment.process(arrivals(environment, simpy.Resource(environment, capacity=servers)))
environment.run()
print(sum(flows) / len(flows), time.perf_counter() - begin)
