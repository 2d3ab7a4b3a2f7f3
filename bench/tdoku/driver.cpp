// tdoku as a program for `bench fast9 --tdoku`, which compares its times and answers with ours in one run.
//
// License: MIT OR Apache-2.0, as the rest of this project. tdoku itself (github.com/t-dillon/tdoku, BSD-2-Clause) is
// not part of it. README.md describes how to build this file with a checkout.
//
// Commands and replies are one line each (`answers`, `lines` and `minimize`: one line per puzzle):
//
//   version            the compiler, and the instruction set
//   load N             with N lines of 81 characters, dots for empty cells: the puzzles of the commands below
//   answers LIMIT      COUNT GUESSES, then the last solution (or -), and up to LIMIT solutions of the enumeration
//   pass LIMIT         nanoseconds to answer all puzzles, from characters to characters
//   lines LIMIT        the output of such a pass: COUNT and the last solution
//   count LIMIT        the number of solutions of all puzzles, up to LIMIT each, and nanoseconds
//   enumerate LIMIT    the same, with every solution written
//   minimize           each puzzle without the clues that its solution does not need
//   minimize-pass      nanoseconds to minimize all puzzles

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

extern "C" {
size_t TdokuSolverDpllTriadSimd(const char *input, size_t limit, uint32_t configuration, char *solution, size_t *guesses);
size_t TdokuEnumerate(const char *puzzle, size_t limit, void (*callback)(const char *, void *), void *argument);
bool TdokuMinimize(bool pencilmark, bool monotonic, char *puzzle);
}

namespace {

constexpr size_t kCells = 81;
// The length of a puzzle with its newline, because tdoku reads the character after the puzzle.
constexpr size_t kLine = kCells + 1;
// Shorter passes are repeated, as in `bench`.
constexpr auto kShortest = std::chrono::milliseconds(10);

// All puzzles, one line each.
std::string puzzles;
size_t number = 0;

const char *Puzzle(size_t i) { return puzzles.data() + i * kLine; }

template <typename Pass>
long long Nanoseconds(Pass pass) {
    const auto start = std::chrono::steady_clock::now();
    for (long long passes = 1;; passes++) {
        pass();
        const auto elapsed = std::chrono::steady_clock::now() - start;
        if (elapsed >= kShortest) {
            return std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count() / passes;
        }
    }
}

// Searches for up to `limit` solutions, and writes the last of them. The solver writes only a solution that reaches
// the limit, so for limits above one, the enumeration passes solutions on.
size_t Solve(const char *puzzle, size_t limit, char *solution) {
    if (limit == 1) {
        size_t guesses = 0;
        return TdokuSolverDpllTriadSimd(puzzle, limit, 0, solution, &guesses);
    }
    const auto keep = [](const char *grid, void *solution) { memcpy(solution, grid, kCells); };
    return TdokuEnumerate(puzzle, limit, keep, solution);
}

// Answers all puzzles. A line of `out` has the number of solutions, then the last of them.
void Answer(size_t limit, std::string &out) {
    char solution[kCells];
    out.clear();
    for (size_t i = 0; i < number; i++) {
        const size_t count = Solve(Puzzle(i), limit, solution);
        out.push_back(static_cast<char>('0' + count));
        if (count > 0) out.append(solution, kCells);
        out.push_back('\n');
    }
}

void Answers(size_t limit) {
    for (size_t i = 0; i < number; i++) {
        char solution[kCells], last[kCells];
        size_t guesses = 0;
        // The enumeration does not return its guesses, whose number is the same.
        TdokuSolverDpllTriadSimd(Puzzle(i), limit, 0, last, &guesses);
        const size_t count = Solve(Puzzle(i), limit, solution);
        std::cout << count << ' ' << guesses << ' ' << (count > 0 ? std::string(solution, kCells) : "-");
        const auto show = [](const char *grid, void *) { std::cout << ' ' << std::string(grid, kCells); };
        TdokuEnumerate(Puzzle(i), limit, show, nullptr);
        std::cout << '\n';
    }
}

// Solutions are written to a block of memory that stays in the cache, like the buffer of a writer.
struct Block {
    std::vector<char> room = std::vector<char>(1024 * kLine);
    size_t used = 0;
    void Write(const char *grid) {
        if (used == room.size()) used = 0;
        memcpy(&room[used], grid, kCells);
        room[used + kCells] = '\n';
        used += kLine;
    }
};

size_t Enumerate(size_t limit, Block &block) {
    size_t solutions = 0;
    const auto each = [](const char *grid, void *block) { static_cast<Block *>(block)->Write(grid); };
    for (size_t i = 0; i < number; i++) solutions += TdokuEnumerate(Puzzle(i), limit, each, &block);
    return solutions;
}

size_t Count(size_t limit) {
    char solution[kCells];
    size_t guesses = 0, solutions = 0;
    for (size_t i = 0; i < number; i++) {
        solutions += TdokuSolverDpllTriadSimd(Puzzle(i), limit, 0, solution, &guesses);
    }
    return solutions;
}

void Minimize(std::string &out) {
    out = puzzles;
    for (size_t i = 0; i < number; i++) TdokuMinimize(false, false, &out[i * kLine]);
}

bool Load(size_t lines) {
    std::string line;
    puzzles.clear();
    for (number = 0; number < lines && std::getline(std::cin, line) && line.size() == kCells; number++) {
        puzzles += line + '\n';
    }
    return number == lines;
}

// The instruction set of the compiled library.
const char *Instructions() {
#if defined(__AVX512BITALG__) && defined(__AVX512VL__)
    return "AVX-512";
#elif defined(__AVX2__)
    return "AVX2";
#else
    return "no AVX2";
#endif
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::string command;
    size_t limit = 0;
    Block block;
    std::string out;
    while (std::cin >> command) {
        if (command == "version") {
#ifdef __clang__
            std::cout << "clang " << __clang_version__;
#else
            std::cout << "gcc " << __VERSION__;
#endif
            std::cout << ", " << Instructions() << '\n';
        } else if (command == "minimize") {
            Minimize(out);
            std::cout << out;
        } else if (command == "minimize-pass") {
            std::cout << Nanoseconds([&] { Minimize(out); }) << '\n';
        } else if (!(std::cin >> limit)) {
            break;
        } else if (command == "load") {
            std::cin.ignore();
            std::cout << (Load(limit) ? "loaded" : "not loaded") << '\n';
        } else if (command == "answers") {
            Answers(limit);
        } else if (command == "pass") {
            out.reserve((kLine + 1) * number);
            std::cout << Nanoseconds([&] { Answer(limit, out); }) << '\n';
        } else if (command == "lines") {
            Answer(limit, out);
            std::cout << out;
        } else if (command == "count" || command == "enumerate") {
            size_t solutions = 0;
            const bool written = command == "enumerate";
            const auto pass = [&] { solutions = written ? Enumerate(limit, block) : Count(limit); };
            const long long time = Nanoseconds(pass);
            std::cout << solutions << ' ' << time << '\n';
        } else {
            std::cout << "unknown command\n";
        }
        std::cout.flush();
    }
}
