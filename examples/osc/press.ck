// Receives `libpress bridge osc` with bridge.name = pad: a tone whose loudness is the pressure. Run: chuck press.ck
SinOsc tone => Envelope loud => dac;
220 => tone.freq;
0.02 => loud.time;
OscIn in;
OscMsg message;
9000 => in.port;
in.addAddress("/libpress/pad/contact_moved, iiiffff");
in.addAddress("/libpress/pad/contact_ended, iiiffffs");
while (true) {
    in => now;
    while (in.recv(message)) {
        if (message.address == "/libpress/pad/contact_moved") {
            <<< "force", message.getFloat(5), "pressure", message.getFloat(6) >>>;
            message.getFloat(6) * 0.3 => loud.target;
            1 => loud.keyOn;
        } else {
            <<< "contact_ended" >>>;
            1 => loud.keyOff;
        }
    }
}
