// The common emoji by their Slack names. Others show as :name:, as Slack does
// for a name it does not know.

const table = `
smile 😄 smiley 😃 grinning 😀 blush 😊 grin 😁 joy 😂 wink 😉 slightly_smiling_face 🙂 upside_down_face 🙃
thinking_face 🤔 neutral_face 😐 confused 😕 disappointed 😞 cry 😢 sob 😭 scream 😱 fearful 😨 sweat 😓
sweat_smile 😅 angry 😠 rage 😡 sleeping 😴 sunglasses 😎 nerd_face 🤓 hugging_face 🤗 facepalm 🤦 shrug 🤷
exploding_head 🤯 partying_face 🥳 melting_face 🫠 saluting_face 🫡 face_with_monocle 🧐 zipper_mouth_face 🤐
+1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 ok_hand 👌 wave 👋 clap 👏 pray 🙏 raised_hands 🙌 muscle 💪 point_right 👉
point_left 👈 point_up 👆 point_down 👇 eyes 👀 bow 🙇 raising_hand 🙋 handshake 🤝 writing_hand ✍️ v ✌️ ok 🆗
heart ❤️ broken_heart 💔 green_heart 💚 yellow_heart 💛 blue_heart 💙 orange_heart 🧡 purple_heart 💜 black_heart 🖤
fire 🔥 boom 💥 zap ⚡ star ⭐ star2 🌟 sparkles ✨ tada 🎉 trophy 🏆 medal 🏅 dart 🎯 rocket 🚀 ship 🚢 airplane ✈️
warning ⚠️ rotating_light 🚨 no_entry ⛔ no_entry_sign 🚫 octagonal_sign 🛑 x ❌ heavy_check_mark ✔️ white_check_mark ✅
ballot_box_with_check ☑️ heavy_exclamation_mark ❗ exclamation ❗ question ❓ grey_question ❔ bangbang ‼️ interrobang ⁉️
red_circle 🔴 large_orange_circle 🟠 large_yellow_circle 🟡 large_green_circle 🟢 large_blue_circle 🔵 large_purple_circle 🟣
white_circle ⚪ black_circle ⚫ large_red_square 🟥 large_orange_square 🟧 large_yellow_square 🟨 large_green_square 🟩
large_blue_square 🟦 white_large_square ⬜ black_large_square ⬛ small_red_triangle 🔺 small_red_triangle_down 🔻
large_blue_diamond 🔷 large_orange_diamond 🔶 small_blue_diamond 🔹 small_orange_diamond 🔸 bell 🔔 no_bell 🔕 mega 📣
loudspeaker 📢 speech_balloon 💬 thought_balloon 💭 mag 🔍 mag_right 🔎 link 🔗 paperclip 📎 pushpin 📌 round_pushpin 📍
book 📖 books 📚 bookmark 🔖 memo 📝 pencil 📝 pencil2 ✏️ page_facing_up 📄 clipboard 📋 file_folder 📁 open_file_folder 📂
card_index_dividers 🗂️ calendar 📅 spiral_calendar_pad 🗓️ bar_chart 📊 chart_with_upwards_trend 📈
chart_with_downwards_trend 📉 hourglass ⌛ hourglass_flowing_sand ⏳ stopwatch ⏱️ alarm_clock ⏰ clock1 🕐 clock3 🕒
repeat 🔁 arrows_counterclockwise 🔄 arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrow_upper_right ↗️
arrow_lower_right ↘️ arrow_forward ▶️ double_vertical_bar ⏸️ black_square_for_stop ⏹️ new 🆕 sos 🆘 information_source ℹ️
bulb 💡 wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ gear ⚙️ nut_and_bolt 🔩 toolbox 🧰 construction 🚧 lock 🔒 unlock 🔓
key 🔑 shield 🛡️ package 📦 inbox_tray 📥 outbox_tray 📤 email 📧 envelope ✉️ computer 💻 desktop_computer 🖥️ keyboard ⌨️
floppy_disk 💾 minidisc 💽 battery 🔋 electric_plug 🔌 satellite_antenna 📡 telephone_receiver 📞 iphone 📱 globe_with_meridians 🌐
earth_americas 🌎 earth_asia 🌏 cloud ☁️ rain_cloud 🌧️ lightning 🌩️ snowflake ❄️ ocean 🌊 sunny ☀️ rainbow 🌈 umbrella ☔
whale 🐳 whale2 🐋 penguin 🐧 elephant 🐘 snake 🐍 turtle 🐢 snail 🐌 bug 🐛 ant 🐜 spider 🕷️ crab 🦀 robot_face 🤖
ghost 👻 skull 💀 skull_and_crossbones ☠️ alien 👽 hankey 💩 poop 💩 see_no_evil 🙈 detective 🕵️ fire_engine 🚒 ambulance 🚑
fire_extinguisher 🧯 firefighter 🧑‍🚒 coffee ☕ beer 🍺 pizza 🍕 cake 🍰 birthday 🎂 gift 🎁 moneybag 💰 chart 💹
recycle ♻️ infinity ♾️ 100 💯 one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ zero 0️⃣
kr 🇰🇷 us 🇺🇸 gb 🇬🇧 de 🇩🇪 jp 🇯🇵 checkered_flag 🏁 triangular_flag_on_post 🚩 white_flag 🏳️ seedling 🌱 evergreen_tree 🌲
herb 🌿 four_leaf_clover 🍀 test_tube 🧪 microscope 🔬 telescope 🔭 stethoscope 🩺 pill 💊 thermometer 🌡️ dash 💨 zzz 💤 hole 🕳️
`;

const words = table.trim().split(/\s+/);
const known = new Map();
for (let i = 0; i < words.length; i += 2) known.set(words[i], words[i + 1]);

// emoji returns the character for a Slack emoji name, or undefined. A skin tone
// ("wave::skin-tone-3") is left out.
export function emoji(name) {
  return known.get(String(name).replace(/::skin-tone-\d$/, ''));
}

// emojiText puts the characters in place of the :names: of a plain text.
export function emojiText(text) {
  return String(text ?? '').replace(/:([a-z0-9_+'-]{1,60}):/g, (whole, name) => emoji(name) ?? whole);
}
