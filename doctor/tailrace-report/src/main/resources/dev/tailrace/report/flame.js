// A click on a box of a flame graph makes it as wide as the graph and says its name in full; a click on the box over all others shows
// everything again. Writes into the page how many graphs there are, for tests.
(function () {
  "use strict";
  var graphs = document.querySelectorAll(".flame");
  document.documentElement.dataset.flames = graphs.length;
  graphs.forEach(function (graph) {
    var chosen = graph.nextElementSibling;
    graph.addEventListener("click", function (event) {
      var label = event.target.closest(".box > span");
      if (!label) return;
      graph.querySelectorAll(".open, .aside").forEach(function (box) { box.classList.remove("open", "aside"); });
      for (var box = label.parentNode; box.parentNode !== graph; box = box.parentNode.parentNode) {
        box.classList.add("open");
        for (var i = 0; i < box.parentNode.children.length; i++) {
          if (box.parentNode.children[i] !== box) box.parentNode.children[i].classList.add("aside");
        }
      }
      chosen.textContent = label.title;
    });
  });
})();
