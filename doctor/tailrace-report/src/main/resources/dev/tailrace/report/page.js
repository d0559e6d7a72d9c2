// Draws every chart of the page with uPlot and then writes into the page what it drew: each figure gets data-ink (how many
// pixels of its curves are to be seen) and the document data-charts ("drawn/total") and data-errors, so that a page that
// shows nothing says so, to readers and to tests.
(function () {
  "use strict";
  var root = document.documentElement;
  var errors = [];
  function failed(what) {
    errors.push(String(what));
    root.dataset.errors = errors.join(" | ");
  }
  window.addEventListener("error", function (e) { failed(e.message); });
  root.dataset.errors = "";

  var charts = JSON.parse(document.getElementById("charts").textContent);
  var plots = [];
  var dark = window.matchMedia("(prefers-color-scheme: dark)");

  function variable(name) {
    return getComputedStyle(root).getPropertyValue(name).trim();
  }

  // ---- figures, written as the tables write them
  function scaled(v, units, step) {
    if (v == null || !isFinite(v)) return "–";
    if (v === 0) return units[0] === "ns" ? "0" : "0 " + units[0];
    var u = 0;
    while (Math.abs(v) >= step - 0.5 && u < units.length - 1) { v /= step; u++; }
    return plain(v) + " " + units[u];
  }
  function plain(v) {
    if (v == null || !isFinite(v)) return "–";
    var a = Math.abs(v);
    if (a >= 99.95) return Math.round(v).toLocaleString("en-US");
    return String(+v.toPrecision(3));
  }
  // Ticks of one axis share one unit: 0.5 s, 1 s, 1.5 s.
  function ticks(splits, unit) {
    var nanos = { NANOS: 1, MILLIS: 1e6, SECONDS: 1e9 }[unit];
    if (!nanos) return splits.map(function (v) { return v == null ? "" : write(v, unit); });
    var top = Math.max.apply(null, splits.map(function (v) { return Math.abs(v || 0) * nanos; }));
    var step = top >= 1e9 ? [1e9, " s"] : top >= 1e6 ? [1e6, " ms"] : top >= 1e3 ? [1e3, " µs"] : [1, " ns"];
    return splits.map(function (v) { return v == null ? "" : plain(v * nanos / step[0]) + step[1]; });
  }
  function write(v, unit) {
    if (v == null) return "";
    switch (unit) {
      case "NANOS": return scaled(v, ["ns", "µs", "ms", "s"], 1000);
      case "MILLIS": return scaled(v * 1e6, ["ns", "µs", "ms", "s"], 1000);
      case "SECONDS": return scaled(v * 1e9, ["ns", "µs", "ms", "s"], 1000);
      case "BYTES": return scaled(v, ["B", "kB", "MB", "GB", "TB"], 1000);
      case "MEMORY": return scaled(v, ["B", "kB", "MB", "GB", "TB"], 1024);
      case "FRACTION": return plain(v * 100) + " %";
      default: return plain(v);
    }
  }

  // ---- scales
  var PERCENTILES = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];
  function stretch(p) { return -Math.log10(1 - p); }
  function position(v, axis) { return axis.scale === "PERCENTILE" ? stretch(v) : v; }
  function percentile(x) {
    return String(+((1 - Math.pow(10, -x)) * 100).toFixed(Math.max(1, Math.ceil(x)))) + " %";
  }
  function usable(v, axis) {
    return v != null && isFinite(v) && (axis.scale !== "LOG" || v > 0) && (axis.scale !== "PERCENTILE" || v < 1);
  }

  // The range of a chart, or of all charts that are to be compared with it.
  function range(chart, which) {
    var axis = chart[which], low = Infinity, high = -Infinity;
    chart.lines.forEach(function (line) {
      line[which === "x" ? "xs" : "ys"].forEach(function (v) {
        if (!usable(v, axis)) return;
        var at = position(v, axis);
        low = Math.min(low, at);
        high = Math.max(high, at);
      });
    });
    if (which === "y") chart.limits.forEach(function (l) { high = Math.max(high, l.at); low = Math.min(low, l.at); });
    if (low > high) return axis.scale === "LOG" ? [1, 10] : [0, 1];
    if (axis.scale === "LOG") {
      var bottom = Math.pow(10, Math.floor(Math.log10(low) + 1e-9));
      var top = Math.pow(10, Math.ceil(Math.log10(high) - 1e-9));
      return [bottom, top > bottom ? top : bottom * 10];
    }
    if (which === "x") return [low, high > low ? high : low + 1];
    return [Math.min(0, low), high > 0 ? high * 1.05 : 1];
  }

  function colour(line) { return variable("--c" + (line.colour % 12)); }

  function series(chart) {
    var filled = chart.lines.length <= 3 && chart.x.scale === "LINEAR";
    return [{
      label: chart.x.scale === "LINEAR" ? "at" : chart.x.label,
      value: function (u, v) {
        return v == null ? "" : chart.x.scale === "PERCENTILE" ? percentile(v) : write(v, chart.x.unit);
      }
    }].concat(chart.lines.map(function (line, i) {
      var stroke = colour(line);
      return {
        label: line.name,
        show: line.shown,
        stroke: stroke,
        width: 1.75,
        fill: filled && i === 0 ? stroke + "22" : undefined,
        fillTo: function (u) { return u.scales.y.min; },
        points: { show: chart.x.scale === "PERCENTILE" ? false : undefined, size: 5 },
        value: function (u, v) { return write(v, chart.y.unit); }
      };
    }));
  }

  function data(chart) {
    var tables = chart.lines.map(function (line) {
      var xs = [], ys = [];
      line.xs.forEach(function (x, i) {
        if (!usable(x, chart.x)) return;
        xs.push(position(x, chart.x));
        ys.push(usable(line.ys[i], chart.y) ? line.ys[i] : null);
      });
      return [xs, ys];
    });
    return tables.length ? uPlot.join(tables) : [[]];
  }

  // What lies below the curves: spans of time in which something went on.
  function shade(chart) {
    return function (u) {
      var c = u.ctx, box = u.bbox, ratio = uPlot.pxRatio, free = -Infinity;
      c.save();
      c.font = 11 * ratio + "px system-ui, sans-serif";
      c.textAlign = "left";
      chart.bands.forEach(function (band) {
        var from = Math.max(box.left, u.valToPos(band.from, "x", true));
        var to = Math.min(box.left + box.width, u.valToPos(band.to, "x", true));
        if (to < from) return;
        c.fillStyle = variable(band.tone === "PLAIN" ? "--shade" : "--" + band.tone.toLowerCase() + "-back");
        c.fillRect(from, box.top, Math.max(2 * ratio, to - from), box.height);
        var width = c.measureText(band.label).width;
        if (from > free && from + 4 * ratio + width < box.left + box.width) {
          c.fillStyle = variable(band.tone === "PLAIN" ? "--faint" : "--" + band.tone.toLowerCase());
          c.fillText(band.label, from + 4 * ratio, box.top + box.height - 6 * ratio);
          free = from + width + 12 * ratio;
        }
      });
      c.restore();
    };
  }

  function decorate(chart) {
    return function (u) {
      var c = u.ctx, box = u.bbox, ratio = uPlot.pxRatio;
      c.save();
      c.font = 11 * ratio + "px system-ui, sans-serif";
      c.lineWidth = ratio;
      c.textAlign = "left";
      chart.limits.forEach(function (limit) {
        var y = Math.round(u.valToPos(limit.at, "y", true));
        if (y < box.top || y > box.top + box.height) return;
        c.strokeStyle = c.fillStyle = variable("--bad");
        c.setLineDash([6 * ratio, 4 * ratio]);
        c.beginPath();
        c.moveTo(box.left, y);
        c.lineTo(box.left + box.width, y);
        c.stroke();
        c.textAlign = "right";
        c.fillText(limit.label, box.left + box.width - 4 * ratio, y - 4 * ratio);
        c.textAlign = "left";
      });
      c.restore();
    };
  }

  function axis(chart, which) {
    var a = chart[which];
    var it = {
      stroke: variable("--faint"),
      grid: { stroke: variable("--rule"), width: 1 },
      ticks: { stroke: variable("--rule"), width: 1, size: 4 },
      font: "12px system-ui, sans-serif",
      values: function (u, splits) { return ticks(splits, a.unit); }
    };
    if (which === "y") {
      it.size = 62;
    } else {
      it.space = 56;
    }
    if (window.innerWidth > 600) {
      it.label = a.label;
      it.labelSize = 18;
      it.labelFont = it.font;
    }
    if (a.unit === "COUNT") {
      it.incrs = [];
      for (var e = 1; e < 1e15; e *= 10) it.incrs.push(e, 2 * e, 5 * e);
    }
    if (a.scale === "LOG") {
      // Only powers of ten; every second or third of them where there are many.
      it.splits = function (u) {
        var low = Math.round(Math.log10(u.scales.y.min)), high = Math.round(Math.log10(u.scales.y.max));
        var step = Math.ceil((high - low) / (u.bbox.height / uPlot.pxRatio / 22)), at = [];
        for (var e = low; e <= high; e += step) at.push(Math.pow(10, e));
        return at;
      };
      it.filter = function (u, splits) { return splits; };
      it.values = function (u, splits) { return splits.map(function (v) { return write(v, a.unit); }); };
    }
    if (a.scale === "PERCENTILE") {
      it.splits = function (u) {
        // From the right, because the tail is what is looked for; no label over another.
        var pixels = u.bbox.width / uPlot.pxRatio / (u.scales.x.max - u.scales.x.min), at = [], last = Infinity;
        PERCENTILES.map(stretch).reverse().forEach(function (v) {
          if (v < u.scales.x.min || v > u.scales.x.max + 1e-9 || (last - v) * pixels < 60) return;
          at.unshift(v);
          last = v;
        });
        return at;
      };
      it.values = function (u, splits) { return splits.map(percentile); };
    }
    return it;
  }

  function size(box) {
    return { width: Math.max(200, box.clientWidth), height: window.innerWidth <= 600 ? 220 : 260 };
  }

  function draw(chart) {
    var box = document.getElementById(chart.id);
    var at = size(box);
    box.textContent = "";
    var plot = new uPlot({
      width: at.width,
      height: at.height,
      series: series(chart),
      scales: {
        x: { time: false, range: function () { return range(chart, "x"); } },
        y: {
          distr: chart.y.scale === "LOG" ? 3 : 1,
          log: 10,
          range: function () { return range(chart, "y"); }
        }
      },
      axes: [axis(chart, "x"), axis(chart, "y")],
      cursor: { drag: { x: false, y: false } },
      padding: [10, chart.x.scale === "PERCENTILE" ? 28 : 12, 0, 0],
      hooks: { drawClear: [shade(chart)], draw: [decorate(chart)] }
    }, data(chart), box);
    return { chart: chart, box: box, plot: plot };
  }

  // How many pixels of the plotting area have the colour of one of the curves.
  function ink(it) {
    var box = it.plot.bbox;
    var pixels = it.plot.ctx.getImageData(box.left, box.top, Math.max(1, box.width), Math.max(1, box.height)).data;
    var wanted = it.chart.lines.map(function (line) {
      var hex = parseInt(colour(line).slice(1), 16);
      return [hex >> 16, (hex >> 8) & 255, hex & 255];
    });
    var count = 0;
    for (var i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3] < 128) continue;
      for (var k = 0; k < wanted.length; k++) {
        var w = wanted[k];
        if (Math.abs(pixels[i] - w[0]) + Math.abs(pixels[i + 1] - w[1]) + Math.abs(pixels[i + 2] - w[2]) < 40) {
          count++;
          break;
        }
      }
    }
    return count;
  }

  function drawAll() {
    plots.forEach(function (it) { it.plot.destroy(); });
    plots = [];
    charts.forEach(function (chart) {
      try {
        plots.push(draw(chart));
      } catch (e) {
        failed(chart.title + ": " + e.message);
        var box = document.getElementById(chart.id);
        box.innerHTML = "<p class=failed>This chart could not be drawn. The figures are in the tables.</p>";
      }
    });
  }

  function report() {
    var drawn = 0;
    plots.forEach(function (it) {
      var pixels = ink(it);
      it.box.dataset.ink = pixels;
      if (pixels > 0) drawn++;
    });
    root.dataset.charts = drawn + "/" + charts.length;
  }

  drawAll();
  // uPlot paints in a microtask; a task later everything is on the canvas.
  setTimeout(report, 0);

  dark.addEventListener("change", drawAll);
  var width = window.innerWidth;
  window.addEventListener("resize", function () {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    plots.forEach(function (it) { it.plot.setSize(size(it.box)); });
  });
})();
