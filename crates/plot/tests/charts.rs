//! Charts as their readers meet them: complete, well-formed, and readable without colour, script or style sheet.

use agon_plot::{Axis, Chart, Point, RatingChart, Rung, Series, histogram};

/// The names of the elements in order, closing ones left out; panics where the text is not well-formed.
fn elements(svg: &str) -> Vec<String> {
    let (mut open, mut names) = (Vec::new(), Vec::new());
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("every tag is closed");
        assert!(!text.contains('>'), "a bare > in {text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes do not match in {tag}");
        let name = tag.split([' ', '/']).next().unwrap().to_owned();
        names.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    names
}

fn count(names: &[String], name: &str) -> usize {
    names.iter().filter(|other| *other == name).count()
}

fn curves() -> Chart {
    let curve = |name: &str, lift: f64| {
        let points = [10.0, 100.0, 1000.0].map(|x: f64| {
            let y = x.log10() * 0.2 + lift;
            Point::new(x, y).within(y - 0.05, y + 0.08)
        });
        Series::line(name, points)
    };
    Chart::new("Score against playouts")
        .x(Axis::new("playouts per move").logarithmic())
        .y(Axis::new("score").from_to(0.0, 1.0))
        .with(curve("uct", 0.1).band())
        .with(curve("hybrid", 0.2))
}

#[test]
fn a_line_chart_has_bands_bars_markers_axes_and_a_legend() {
    let svg = curves().svg();
    let names = elements(&svg);
    assert_eq!(names[..3], ["svg", "title", "desc"]);
    // One group per series and one per legend entry.
    assert_eq!(count(&names, "g"), 4);
    // Three points and one sample each: circles for the first, squares (paths) for the second.
    assert_eq!(count(&names, "circle"), 4);
    // The band, two curves, and four squares.
    assert_eq!(count(&names, "path"), 7);
    for words in
        ["Score against playouts", "playouts per move", ">score<", ">uct<", ">hybrid<", ">100<", ">0.8<"]
    {
        assert!(svg.contains(words), "{words} is missing");
    }
    // Series differ in dash as well as in colour.
    assert!(svg.contains("stroke-dasharray"));
    assert!(svg.contains("role=\"img\""));
}

#[test]
fn a_screen_reader_hears_the_numbers() {
    let svg = curves().svg();
    assert!(svg.contains("uct: 10: 0.3 (0.25 to 0.38); 100: 0.5 (0.45 to 0.58)"), "{svg}");
    let brief = curves().describe("Both grow.").svg();
    assert!(brief.contains("<desc>Both grow.</desc>"));
}

#[test]
fn a_file_of_its_own_follows_the_readers_scheme() {
    let file = curves().file();
    assert!(file.contains("color-scheme:light dark") && file.contains("prefers-color-scheme:dark"));
    assert!(!curves().svg().contains("<style>"));
}

#[test]
fn hostile_names_stay_words() {
    let hostile = "</svg><script>alert('&\"')</script>\u{0}";
    let chart = Chart::new(hostile)
        .x(Axis::categories(hostile, [hostile, "b"]))
        .y(Axis::new(hostile))
        .with(Series::bars(hostile, 0.8, [Point::new(0.0, 1.0), Point::new(1.0, 2.0)]))
        .with(Series::bars(hostile, 0.8, [Point::new(0.0, 3.0), Point::new(1.0, 4.0)]));
    let names = elements(&chart.file());
    assert_eq!(count(&names, "script"), 0);
    assert_eq!(count(&names, "rect"), 4);
}

#[test]
fn numbers_without_a_place_are_left_out() {
    let points = [(0.0, 1.0), (1.0, f64::NAN), (2.0, 0.0), (10.0, 5.0), (f64::INFINITY, 1.0)];
    let chart = Chart::new("t")
        .x(Axis::new("x").logarithmic())
        .y(Axis::new("y").logarithmic())
        .with(Series::points("s", points.map(|(x, y)| Point::new(x, y).within(-1.0, 9.0))));
    let svg = chart.svg();
    // One point has a place; the other circle is in the legend.
    assert_eq!(count(&elements(&svg), "circle"), 2);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let nothing = Chart::new("t").svg();
    elements(&nothing);
    assert!(nothing.contains("no data"));
}

#[test]
fn a_histogram_has_one_bar_per_range() {
    let lengths = histogram("games", (20..100).map(|plies| (plies, u64::from(plies % 7))), 20);
    let svg = Chart::new("Game lengths").x(Axis::new("plies")).y(Axis::new("games")).with(lengths).svg();
    assert_eq!(count(&elements(&svg), "rect"), 16);
}

#[test]
fn a_ladder_has_a_dot_per_name() {
    let rung = |name: &str, value: f64| {
        let interval = Some((value - 30.0, value + 30.0));
        Rung { name: name.to_owned(), value, interval }
    };
    let ladder = RatingChart::new("Ratings", "Elo", [rung("pvs", 212.0), rung("uct<10>", -40.5)]);
    let names = elements(&ladder.file());
    assert_eq!(count(&names, "circle"), 2);
    assert!(ladder.svg().contains("pvs: 212 (182 to 242)."));
    elements(&RatingChart::new("Nobody", "Elo", []).svg());
}

#[test]
fn whole_numbers_have_whole_ticks_and_a_single_line_has_a_name() {
    let line = |end: f64| Series::line("alphabeta", [Point::new(1.0, 1.0), Point::new(end, 2.0)]);
    let chart = |end: f64| Chart::new("t").x(Axis::new("depth")).y(Axis::new("y")).with(line(end)).svg();
    assert!(chart(3.0).contains(">2<") && !chart(3.0).contains(">2.5<"));
    assert!(chart(3.1).contains(">2.5<"));
    assert!(chart(3.0).contains(">alphabeta<"));
}
