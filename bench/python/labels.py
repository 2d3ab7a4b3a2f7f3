"""Answers questions about labelling models with toulbar2 and pgmpy. Questions and replies are JSON, one per line.

    python -m venv peers && peers/bin/pip install pytoulbar2 pgmpy
    cargo xtask bench labelling --python peers/bin/python

| ask       | with                     | reply                                                                       |
|-----------|--------------------------|-----------------------------------------------------------------------------|
| versions  |                          | of the packages                                                             |
| optimum   | file, seconds            | cost and labels, whether proven, seconds of reading and of solving, nodes   |
| enumerate | file                     | costs and labels of all labellings, by toulbar2                             |
| sum       | file (UAI), best         | log Z, marginals, least costs, most probable labels, by pgmpy               |
| grid      | costs, encoding, seconds | as optimum, of a 9x9 Sudoku grid                                            |

Seconds are processor time of the process.
"""

import json
import math
import os
import resource
import sys
import time
import warnings

# The maximum memory of a question in bytes, and the seconds beyond its limit after which a search counts as stuck.
MOST_BYTES = 8 << 30
GRACE = 30


def replies():
    """The stream of replies. The output of libraries is redirected to standard error."""
    stream = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return stream


def toulbar2(file):
    """A model of toulbar2 from a file, and the seconds of reading."""
    import pytoulbar2

    start = time.process_time()
    # Logarithms of probabilities have nine decimals. The other formats set their own.
    model = pytoulbar2.CFN(resolution=9 if file.endswith(".uai") else 0)
    model.Option.uai = 1 if file.endswith(".uai") else 0
    model.Option.cfn = file.endswith(".cfn")
    model.Read(file)
    return model, time.process_time() - start


def is_contradiction(error):
    """Whether an error of toulbar2 means that there is no labelling."""
    return type(error).__name__ == "Contradiction"


def bound_time(seconds):
    """Ends the process if a search, or the reader before it, does not end."""
    used = math.ceil(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds + GRACE, resource.RLIM_INFINITY))


def solved(model, reading, seconds):
    """The reply of a search for the optimum."""
    start = time.process_time()
    found = model.Solve(timeLimit=seconds)
    solving = time.process_time() - start
    # The timer of toulbar2 is less precise than the clock here, and its lower bound may not include the work before
    # the search.
    is_proven = solving < 0.5 * seconds
    if found and not is_proven:
        is_proven = model.GetDDualBound() >= found[1] - 1e-6 * max(1, abs(found[1]))
    return {
        "cost": found[1] if found else None,
        "labels": list(found[0]) if found else None,
        "proven": is_proven,
        "reading": reading,
        "solving": solving,
        "nodes": model.GetNbNodes(),
    }


def optimum(question):
    """The cheapest labelling of a file."""
    bound_time(question["seconds"])
    start = time.process_time()
    try:
        model, reading = toulbar2(question["file"])
        return solved(model, reading, question["seconds"])
    except Exception as error:
        if not is_contradiction(error):
            raise
    spent = time.process_time() - start
    return {"cost": None, "labels": None, "proven": True, "reading": spent, "solving": 0, "nodes": 0}


def enumerate_all(question):
    """All allowed labellings of a file, each with its cost."""
    try:
        model, _ = toulbar2(question["file"])
        model.Solve(allSolutions=10**9)
    except Exception as error:
        if not is_contradiction(error):
            raise
        return {"solutions": []}
    return {"solutions": [[cost, list(labels)] for cost, labels in model.GetSolutions()]}


def grid(question):
    """The cheapest 9x9 grid. Costs are integers, in units of a millionth."""
    import pytoulbar2

    bound_time(question["seconds"])
    start = time.process_time()
    model = pytoulbar2.CFN(resolution=6)
    costs = question["costs"]
    for cell in range(81):
        model.AddVariable(f"x{cell}", list(range(9)))
        model.AddFunction([cell], [cost / 1e6 for cost in costs[9 * cell : 9 * cell + 9]])
    rows = [[9 * row + col for col in range(9)] for row in range(9)]
    cols = [[9 * row + col for row in range(9)] for col in range(9)]
    boxes = [[9 * (box // 3 * 3 + at // 3) + box % 3 * 3 + at % 3 for at in range(9)] for box in range(9)]
    houses = rows + cols + boxes
    if question["encoding"] == "pairs":
        differ = [0 if a != b else model.Top for a in range(9) for b in range(9)]
        for pair in sorted({(a, b) for house in houses for a in house for b in house if a < b}):
            model.AddFunction(list(pair), differ)
    else:
        for house in houses:
            model.AddAllDifferent(house, encoding=question["encoding"])
    return solved(model, time.process_time() - start, question["seconds"])


def factors(file):
    """The numbers of labels of a UAI file, its constant factor, and the other factors as scopes and tables.

    The reader of pgmpy rejects factors without objects.
    """
    import numpy

    with open(file, encoding="ascii") as lines:
        words = iter(lines.read().split()[1:])
    sizes = [int(next(words)) for _ in range(int(next(words)))]
    scopes = [[int(next(words)) for _ in range(int(next(words)))] for _ in range(int(next(words)))]
    constant, tables = 1.0, []
    for scope in scopes:
        table = numpy.array([float(next(words)) for _ in range(int(next(words)))])
        if scope:
            tables.append((scope, table))
        else:
            constant *= table[0]
    return sizes, constant, tables


def sum_all(question):
    """Sums over all labellings: by the product of all factors, and by variable elimination."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.factors.discrete import DiscreteFactor
        from pgmpy.inference import VariableElimination
        from pgmpy.models import DiscreteMarkovNetwork
    import numpy

    sizes, constant, tables = factors(question["file"])
    names = [f"x{number}" for number in range(len(sizes))]
    network = DiscreteMarkovNetwork()
    network.add_nodes_from(names)
    # Objects without a function get a constant one.
    ones = [([number], numpy.ones(size)) for number, size in enumerate(sizes)]
    for scope, table in ones + tables:
        scope = [names[number] for number in scope]
        network.add_edges_from((a, b) for at, a in enumerate(scope) for b in scope[at + 1 :])
        network.add_factors(DiscreteFactor(scope, [sizes[names.index(name)] for name in scope], table))
    total = constant * network.get_partition_function() if question["best"] else None
    if total == 0:
        return {"log_sum": None, "marginals": None, "best": [], "labels": None}
    inference = VariableElimination(network)
    # Version 1.1.2 returns unnormalized results for Markov networks; other versions divide by the sum.
    found = [inference.query([name], show_progress=False).values for name in names]
    marginals = [(values / values.sum()).tolist() for values in found]
    if not question["best"]:
        return {"marginals": marginals}
    product = network.factors[0].copy()
    for factor in network.factors[1:]:
        product.product(factor, inplace=True)
    values = numpy.sort(constant * product.values.flatten())[::-1][: question["best"]]
    found = inference.map_query(names, show_progress=False)
    return {
        "log_sum": math.log(total),
        "marginals": marginals,
        "best": [-math.log(value) for value in values if value > 0],
        "labels": [int(found[name]) for name in names],
    }


def versions(_):
    """The versions of the packages."""
    from importlib.metadata import version

    return {name: version(name) for name in ("pytoulbar2", "pgmpy")}


def main():
    """Answers all questions."""
    asks = {
        "versions": versions,
        "optimum": optimum,
        "enumerate": enumerate_all,
        "sum": sum_all,
        "grid": grid,
    }
    stream = replies()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    for line in sys.stdin:
        question = json.loads(line)
        try:
            reply = asks[question["ask"]](question)
        except Exception as error:
            # An error of a library is an answer.
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), file=stream, flush=True)


main()
